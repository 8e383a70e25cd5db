import type { App, RespondFn } from '@slack/bolt'
import type { Background } from '../background.ts'
import type { BotDeps } from '../deps.ts'
import { command as word } from '../messages/kit/ids.ts'
import { trackerSlow } from '../messages/answers/tracker-troubles.ts'
import type { Answer } from '../use-cases/answers/answer.ts'
import { answerOrExplain } from '../use-cases/answers/answer-or-explain.ts'
import { takeCommand } from '../use-cases/take-command.ts'
import { within } from '../use-cases/answers/within.ts'
import { reply } from './reply.ts'

/** A person who sees nothing for longer types it again. */
const patienceMs = 2_000

/** Says the answer; when it is long in coming, a word about that first, which the answer then replaces. */
const answerInTime = async (respond: RespondFn, work: Promise<Answer | undefined>): Promise<void> => {
  const inTime = await within(
    patienceMs,
    work.then(() => true),
  )
  if (!inTime) await reply(respond, { message: trackerSlow() })
  const answer = await work
  const alone = answer && !('remove' in answer) && !answer.inChannel
  // A dialog is its own answer, and one for the channel stands elsewhere: nobody waits for the word any more.
  if (!inTime && !alone) await reply(respond, { remove: true })
  if (answer && !('remove' in answer && !inTime))
    await reply(respond, alone && !inTime ? { ...answer, replace: true } : answer)
}

/** `/onboard`: a comment is stored, then it is acknowledged; answered when the tracker did. */
export const addCommandListener = (app: App, deps: BotDeps, background: Background): void => {
  app.command(word, async ({ ack, command, respond }) => {
    const { text, channel_id: channel, user_id: user, team_id: team, trigger_id: triggerId } = command
    const answer = await takeCommand(deps, { text, channel, user, team, triggerId })
    await ack()
    background.run(() => answerInTime(respond, answerOrExplain(deps, text, answer)))
  })
}
