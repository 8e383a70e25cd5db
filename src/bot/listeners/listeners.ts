import type { App } from '@slack/bolt'
import { hideSecrets } from '../../log.ts'
import type { Background } from '../background.ts'
import type { BotDeps } from '../deps.ts'
import { command } from '../messages/kit/ids.ts'
import { answerOrExplain } from '../use-cases/answers/answer-or-explain.ts'
import { takeCommand } from '../use-cases/run-command.ts'
import { buttons } from './buttons.ts'
import { addDialogs } from './dialogs.ts'
import { addEvents } from './events.ts'
import { addMenus } from './options.ts'
import { addPane } from './pane.ts'
import { addButtons } from './press.ts'
import { replyInTime } from './reply.ts'
import { addShortcuts } from './shortcuts.ts'

/** Everything Slack can send us: a table for each surface. */
export const addListeners = (app: App, deps: BotDeps, background: Background): void => {
  addEvents(app, deps, background)
  app.command(command, async ({ ack, command: given, respond }) => {
    const { text, channel_id: channel, user_id: user, team_id: team, trigger_id: triggerId } = given
    // What must not be lost, a comment, is stored before this is acknowledged.
    const answer = await takeCommand(deps, { text, channel, user, team, triggerId })
    await ack()
    background.run(() => replyInTime(respond, answerOrExplain(deps, answer, text)))
  })
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
