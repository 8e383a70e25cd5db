import type { AckFn, AnyMiddlewareArgs, App, Middleware } from '@slack/bolt'
import { hideSecrets } from '../../log.ts'
import type { Background } from '../background.ts'
import type { BotDeps } from '../deps.ts'
import { dialogStale } from '../messages/answers/dialog-stale.ts'
import { StaleValue } from '../use-cases/answers/stale-value.ts'
import { addActionListeners } from './actions.ts'
import { addChannelListeners } from './channels.ts'
import { addCommandListener } from './command.ts'
import { addCreateDialogListeners } from './create-dialogs.ts'
import { addDialogListeners } from './dialogs.ts'
import { addHomeListeners } from './home.ts'
import { addLinkListener } from './links.ts'
import { addMentionListener } from './mention.ts'
import { addMessageListener } from './message.ts'
import { addFiltersDialogListener } from './filters-dialog.ts'
import { addSubscriptionListeners } from './subscriptions.ts'
import { addPeopleListeners } from './people.ts'
import { addSettingsDialogListener } from './settings-dialog.ts'
import { addOptionListeners } from './options.ts'
import { addShortcutListeners } from './shortcuts.ts'
import { addWorkObjectListeners } from './work-objects.ts'

/** A dialog that carries nothing we can read says so; every other failure is thrown on. */
const explainStaleDialogs: Middleware<AnyMiddlewareArgs> = async (args) => {
  try {
    await args.next()
  } catch (error) {
    const cause = (error as { original?: unknown }).original ?? error
    if (!(cause instanceof StaleValue) || args.body.type !== 'view_submission' || !('ack' in args))
      throw error
    await (args.ack as AckFn<object>)({ response_action: 'update', view: dialogStale() })
  }
}

/** Everything Slack can send us. */
export const addListeners = (app: App, deps: BotDeps, background: Background): void => {
  app.use(explainStaleDialogs)
  addMessageListener(app, deps)
  addMentionListener(app, deps)
  addHomeListeners(app, deps, background)
  addLinkListener(app, deps, background)
  addChannelListeners(app, deps)
  addCommandListener(app, deps, background)
  addActionListeners(app, deps, background)
  addDialogListeners(app, deps, background)
  addPeopleListeners(app, deps, background)
  addSettingsDialogListener(app, deps, background)
  addFiltersDialogListener(app, deps)
  addSubscriptionListeners(app, deps, background)
  addCreateDialogListeners(app, deps, background)
  addOptionListeners(app, deps)
  addShortcutListeners(app, deps, background)
  addWorkObjectListeners(app, deps, background)
  app.error((error) => {
    deps.log.error({ code: error.code, reason: hideSecrets(error.message) }, 'a listener failed')
    // Thrown on, so that the request is answered with 500 and Slack sends the event again.
    return Promise.reject(error)
  })
}
