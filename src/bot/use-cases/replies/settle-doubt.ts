import { RetryLater } from '../../../lanes/lanes.ts'
import { gapOf } from '../../store/posting/gaps.ts'
import { endDoubt, holdInDoubt } from '../../store/replies/doubts.ts'
import { partsOf, replyById, type ReplyRow } from '../../store/replies/replies.ts'
import { reactions } from '../../messages/kit/ids.ts'
import type { BotDeps } from '../../deps.ts'
import { isClosed } from '../../slack/problem.ts'
import { replyBodies } from '../ledger/reply-bodies.ts'

/** Our signs on a reply. None if its message is gone or hidden, or if the reply is not a message. */
const signsOn = async (deps: BotDeps, { channel, thread_ts: threadTs, ts }: ReplyRow) => {
  if (ts === null || threadTs === null) return []
  try {
    return (await deps.slack.signsOn(channel, threadTs, ts)) ?? []
  } catch (error) {
    if (!isClosed(error)) throw error
    return []
  }
}

/**
 * Decides about a reply that may have been sent before the database lost that. With ✅ on its message, it was. Without
 * it, if commits were certainly lost, the reply waits for its echo, and then its author decides. Returns the reply to
 * send, or undefined if it is a comment already.
 */
export const settleDoubt = async (deps: BotDeps, reply: ReplyRow): Promise<ReplyRow | undefined> => {
  const { sql } = deps.database
  if (reply.doubt === 'look' && (await gapOf(sql, reply.channel)))
    throw new RetryLater(500, 'the channel may show that the database lost commits')
  const signs = await signsOn(deps, reply)
  if (signs.includes(reactions.done)) {
    await endDoubt(sql, reply.id, { state: 'done', sign: null, settled_at: deps.now() })
    return undefined
  }
  if (reply.doubt === 'look') await endDoubt(sql, reply.id)
  else {
    const parts = await partsOf(sql, reply.id)
    const bodies = parts.length > 0 ? parts.map(({ body }) => body) : await replyBodies(deps, reply)
    // A recent reply waits from its creation, so that a thread's replies wait at the same time. An old one waits from now.
    const isFresh = deps.now() - reply.created_at < deps.echoWaitMs
    const sign = [reactions.pending, reactions.attention].find((one) => signs.includes(one)) ?? reply.sign
    await deps.database.transaction(async (tx) => {
      await holdInDoubt(tx, reply, bodies, isFresh ? reply.created_at : deps.now())
      await endDoubt(tx.sql, reply.id, { sign })
    })
  }
  return replyById(sql, reply.id)
}
