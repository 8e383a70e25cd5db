import type { RespondFn } from '@slack/bolt'
import { trackerSlow } from '../../answers/messages/try-again.ts'
import { type Answer, answerOrExplain } from '../../answers/answer.ts'
import { type Acting, type Actor, may, refusal, type Right } from '../../audience/actor.ts'
import { within } from '../../kit/time.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { Message } from '../../kit/message.ts'
import { tellPerson } from '../../answers/tell.ts'

/** Who acts, and the answer to them: what `work` says, or why they may not do it, or what failed. */
export const answerTo = async (
  deps: BotDeps,
  acting: Acting,
  right: Right,
  work: (actor: Actor) => Promise<Answer | undefined>,
) => {
  const actor = await acting()
  const ask = async () => (may(actor, right) ? work(actor) : { message: refusal(actor, right) })
  return { actor, answer: await answerOrExplain(deps, ask, { by: acting }) }
}

interface Place {
  user: string
  channel: string | undefined
  /** Groups the answers to one action, which keep their order. */
  triggerId: string
  threadTs?: string | undefined
}

/** A response URL takes five answers within 30 minutes. Later answers are sent as a separate message. */
export const respondOrTell =
  (deps: BotDeps, respond: RespondFn, { triggerId, ...at }: Place): Respond =>
  async (said) => {
    try {
      await respond(said)
    } catch (error) {
      if (typeof said === 'string' || said.delete_original === true) return
      deps.log.warn(
        { reason: (error as Error).message },
        'a response URL is over: the answer goes another way',
      )
      const blocks = 'blocks' in said ? (said.blocks as Message['blocks']) : []
      const message: Message = { text: said.text ?? '', blocks }
      await deps.database.transaction((tx) =>
        tellPerson(deps, tx, { ...at, ts: `answer-${triggerId}` }, message),
      )
    }
  }

type Respond = (said: Parameters<RespondFn>[0]) => Promise<unknown>

/** Only the person sees the answer, unless `inChannel` is set. */
export const reply = async (respond: Respond, answer: Answer, threadTs?: string): Promise<void> => {
  if ('remove' in answer) return void (await respond({ delete_original: true }))
  const { text, blocks } = answer.message
  await respond({
    text,
    blocks: [...blocks],
    response_type: answer.inChannel ? 'in_channel' : 'ephemeral',
    replace_original: answer.replace ?? false,
    unfurl_links: false,
    ...(threadTs !== undefined && !answer.inChannel && { thread_ts: threadTs }),
  })
  if (answer.later) await reply(respond, { ...(await answer.later()), replace: true }, threadTs)
}

/** People who see nothing for longer tend to type the command again. */
const patienceMs = 2_000

/** Shows a waiting message after `patienceMs`. The answer replaces it. */
export const replyInTime = async (respond: Respond, work: Promise<Answer | undefined>): Promise<void> => {
  const inTime = await within(
    patienceMs,
    work.then(() => true),
  )
  if (!inTime) await reply(respond, { message: trackerSlow() })
  const answer = await work
  const alone = answer && !('remove' in answer) && !answer.inChannel
  // A dialog or a channel message cannot replace the waiting message, so it is removed.
  if (!inTime && !alone) await reply(respond, { remove: true })
  if (answer && !('remove' in answer && !inTime))
    await reply(respond, alone && !inTime ? { ...answer, replace: true } : answer)
}
