import { closeAside } from '../posts/store/failures.ts'
import { replyById, reopenReply } from './store/replies.ts'
import { dropParts, isUnsent, partsOf, setPart } from './store/parts.ts'
import type { Tx } from '../../store/database.ts'
import { type Actor, mayComment } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { reactionJob } from './show-reaction.ts'

/**
 * Reopens the parts to send. An unconfirmed part keeps its attempt time, so that an early echo still matches
 * it. Parts of a fully refused reply are dropped and rebuilt from the current text.
 */
const openParts = async (tx: Tx, replyId: number): Promise<void> => {
  const parts = await partsOf(tx.sql, replyId)
  if (parts.every(({ state, attempted_at: at }) => state === 'waiting' && at === null))
    return dropParts(tx, replyId)
  for (const part of parts.filter(isUnsent)) await setPart(tx.sql, part, { state: 'waiting' })
}

/** False on a second press, or if the comment exists by now. */
export const sendAgain = async (deps: BotDeps, replyId: number, userId: string): Promise<boolean> =>
  deps.database.transaction(async (tx) => {
    const reply = await replyById(tx.sql, replyId)
    if (reply?.user_id !== userId) return false
    if (!(await reopenReply(tx.sql, reply))) return false
    await openParts(tx, replyId)
    await closeAside(tx.sql, 'reply', [replyId], deps.now())
    const again = { kind: 'reply' as const, lane: reply.task_uuid, payload: { reply: replyId } }
    await deps.lanes.enqueue(tx, reply.ts === null ? [again] : [reactionJob('add'), again])
    return true
  })

/** *Try again* and *Send again*. Only for the author, and only while the task is shared with the channel. */
export const retryReply = async (deps: BotDeps, actor: Actor, replyId: number): Promise<boolean> => {
  const reply = Number.isSafeInteger(replyId) ? await replyById(deps.database.sql, replyId) : undefined
  if (!reply || !mayComment(actor, reply.internal === 1)) return false
  return sendAgain(deps, replyId, actor.user)
}
