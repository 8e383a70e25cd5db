import type { App } from '@slack/bolt'
import { hideSecrets, type Log } from '../../../log.ts'
import type { Background } from '../../deps/background.ts'
import { command } from '../../kit/ids.ts'
import { answerOrExplain } from '../../answers/answer.ts'
import { takeCommand } from '../tables/subcommands.ts'
import { buttons } from './buttons.ts'
import { addDialogs } from './dialogs.ts'
import { actingIn, addActing } from './acting.ts'
import { depsIn } from './route-event.ts'
import { addEvents } from './events.ts'
import { respondOrTell, replyInTime } from './reply.ts'
import { addMenus } from './options.ts'
import { addButtons } from './press.ts'
import { addShortcuts } from './shortcuts.ts'

/** Registers everything that Slack can send. Each surface has its own table. */
export const addListeners = (app: App, background: Background, log: Log): void => {
  addActing(app)
  addEvents(app, background)
  app.command(command, async ({ ack, command: given, respond, context }) => {
    const deps = depsIn(context)
    const { text, trigger_id: triggerId } = given
    // Stores a comment before acknowledging.
    const by = actingIn(context)
    const answer = await takeCommand(deps, by, { text, triggerId })
    await ack()
    const at = { user: given.user_id, channel: given.channel_id, triggerId }
    const say = respondOrTell(deps, respond, at)
    background.run(() => replyInTime(say, answerOrExplain(deps, answer, { run: text, by })))
  })
  addButtons(app, background, buttons)
  addDialogs(app, background)
  addMenus(app)
  addShortcuts(app, background)
  app.error((error) => {
    log.error({ code: error.code, reason: hideSecrets(error.message) }, 'a listener failed')
    // Rethrown, so that Slack gets a 500 and repeats the event.
    return Promise.reject(error)
  })
}
