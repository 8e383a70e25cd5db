import type { App } from '@slack/bolt'
import { hideSecrets } from '../../log.ts'
import type { Background } from '../background.ts'
import type { BotDeps } from '../deps.ts'
import { buttons } from './buttons.ts'
import { addCommandListener } from './command.ts'
import { addDialogs } from './dialogs.ts'
import { addEvents } from './events.ts'
import { addMenus } from './options.ts'
import { addPane } from './pane.ts'
import { addButtons } from './press.ts'
import { addShortcuts } from './shortcuts.ts'

/** Everything Slack can send us: a table for each surface. */
export const addListeners = (app: App, deps: BotDeps, background: Background): void => {
  addEvents(app, deps, background)
  addCommandListener(app, deps, background)
  addButtons(app, deps, background, buttons)
  addDialogs(app, deps, background)
  addMenus(app, deps)
  addShortcuts(app, deps, background)
  addPane(app, deps, background)
  app.error((error) => {
    deps.log.error({ code: error.code, reason: hideSecrets(error.message) }, 'a listener failed')
    // Thrown on, so that the request is answered with 500 and Slack sends the event again.
    return Promise.reject(error)
  })
}
