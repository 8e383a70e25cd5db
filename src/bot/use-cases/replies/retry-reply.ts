import { closeAside } from '../../store/ledger/ledger.ts'
import { dropParts, isUnsent, partsOf, replyById, reopenReply, setPart } from '../../store/replies/replies.ts'
import type { Tx } from '../../store/database.ts'
import { reactions } from '../../messages/kit/ids.ts'
import type { Actor } from '../../access/actor.ts'
import { mayComment } from '../../access/may.ts'
import type { BotDeps } from '../../deps.ts'
import { type Mark, markJob } from '../answers/mark-message.ts'

/**
 * What is in doubt is sent anew, since a person looked; it keeps the time of its attempt, so that an echo which
 * comes before the second one still settles it. What was refused whole is made anew from the text as it is now.
 */
const openParts = async (tx: Tx, replyId: number): Promise<void> => {
  const parts = await partsOf(tx.sql, replyId)
  if (parts.every(({ state, attempted_at: at }) => state === 'waiting' && at === null))
    return dropParts(tx, replyId)
  for (const part of parts.filter(isUnsent)) await setPart(tx.sql, part, { state: 'waiting' })
}

/**
 * Somebody pressed *Try again* or *Send again*. A second press, or one after the comment turned up, changes
 * nothing. Returns whether it is on its way.
 */
export const sendAgain = async (deps: BotDeps, replyId: number, userId: string): Promise<boolean> =>
  deps.database.transaction(async (tx) => {
    const reply = await replyById(tx.sql, replyId)
    if (!reply || reply.user_id !== userId) return false
    const { channel, ts, task_uuid: lane } = reply
    if (!(await reopenReply(tx.sql, replyId, ts === null ? null : reactions.pending))) return false
    await openParts(tx, replyId)
    await closeAside(tx.sql, 'reply', [replyId], deps.now())
    const signs: Mark[] = [
      { op: 'unreact', name: reactions.attention },
      { op: 'pending', reply: replyId },
    ]
    const again = { kind: 'reply' as const, lane, payload: { reply: replyId } }
    await deps.lanes.enqueue(tx, ts === null ? [again] : [markJob({ channel, ts }, signs), again])
    return true
  })

/** Only its author may, and only while the task is still shared with where they wrote it. */
export const retryReply = async (deps: BotDeps, actor: Actor, replyId: number): Promise<boolean> => {
  const reply = Number.isSafeInteger(replyId) ? await replyById(deps.database.sql, replyId) : undefined
  if (!reply || !mayComment(actor, reply.internal === 1)) return false
  return sendAgain(deps, replyId, actor.user)
}
