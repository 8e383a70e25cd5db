import type { BotDeps } from '../../deps/deps.ts'
import { attached, incomingSchema } from '../../slack/incoming.ts'
import { isClosed } from '../../slack/problem.ts'
import { changeReply, NotShown } from './refuse-reply.ts'
import { type ReplyRow, sourceOf } from '../store/replies.ts'
import type { ReplyPart } from '../store/parts.ts'

/* A reply that comes late may have been edited or deleted since, and Slack's word of that may be lost. */

const lateMs = 30_000

type There = Pick<ReplyRow, 'channel'> & { ts: string; threadTs: string }

/** What Slack shows of a reply by now. Undefined if it was deleted. */
export const replyNow = async (deps: BotDeps, { channel, ts, threadTs }: There) => {
  const found = await deps.slack.replyAt({ channel, threadTs, ts }).catch((error: unknown) => {
    if (isClosed(error)) throw new NotShown(error.message)
    throw error
  })
  deps.readReplies.set(sourceOf(channel, ts), true)
  const message = incomingSchema.safeParse({ ...found, channel }).data
  return !message || message.subtype === 'tombstone'
    ? undefined
    : { text: message.text, files: attached(message) }
}

/**
 * Before a late reply is sent: true if it was changed or deleted in Slack since it was stored, and is now stored so.
 * Read once by each process, because Slack's events say what changes from then on.
 */
export const isOutdated = async (deps: BotDeps, reply: ReplyRow, parts: readonly ReplyPart[]) => {
  const { channel, ts, thread_ts: threadTs } = reply
  if (ts === null || threadTs === null || parts.some(({ attempted_at: at }) => at !== null)) return false
  const isLate = deps.now() - Number(ts) * 1_000 > lateMs
  if (!isLate || deps.readReplies.has(sourceOf(channel, ts))) return false
  const text = (await replyNow(deps, { channel, ts, threadTs }))?.text
  if (text === reply.text) return false
  await changeReply(deps, channel, ts, text)
  return true
}
