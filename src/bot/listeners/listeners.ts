import type { App } from '@slack/bolt'
import { hideSecrets } from '../../log.ts'
import type { Background } from '../background.ts'
import type { BotDeps } from '../deps.ts'
import { addActionListeners } from './actions.ts'
import { addChannelListeners } from './channels.ts'
import { addCommandListener } from './command.ts'
import { addCreateDialogListeners } from './create-dialogs.ts'
import { addDialogListeners } from './dialogs.ts'
import { addHomeListeners } from './home.ts'
import { addLinkListener } from './links.ts'
import { addMentionListener } from './mention.ts'
import { addMessageListener } from './message.ts'
import { addSettingsDialogListener } from './settings-dialog.ts'
import { addOptionListeners } from './options.ts'
import { addShortcutListeners } from './shortcuts.ts'

/** Everything Slack can send us. */
export const addListeners = (app: App, deps: BotDeps, background: Background): void => {
  addMessageListener(app, deps)
  addMentionListener(app, deps)
  addHomeListeners(app, deps, background)
  addLinkListener(app, deps, background)
  addChannelListeners(app, deps)
  addCommandListener(app, deps, background)
  addActionListeners(app, deps, background)
  addDialogListeners(app, deps, background)
  addSettingsDialogListener(app, deps)
  addCreateDialogListeners(app, deps, background)
  addOptionListeners(app, deps)
  addShortcutListeners(app, deps, background)
  app.error((error) => {
    deps.log.error({ code: error.code, reason: hideSecrets(error.message) }, 'a listener failed')
    // Thrown on, so that the request is answered with 500 and Slack sends the event again.
    return Promise.reject(error)
  })
}
