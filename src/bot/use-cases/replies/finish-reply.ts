import { type ReplyRow, settleReply } from '../../store/replies/replies.ts'
import type { Tx } from '../../store/database.ts'
import { reactions } from '../../messages/kit/ids.ts'
import type { BotDeps } from '../../deps.ts'
import { showOwnComment } from '../ledger/confirm-comment.ts'
import type { Planned } from '../ledger/decision.ts'
import { noteReceipt, type Receipt, receiptJob } from './give-receipt.ts'
import { type Mark, markJob } from '../answers/mark-message.ts'

/**
 * The comment exists: ✅ takes the place of the sign that its reply bears, ⏳ or, when the answer came late, ⚠️.
 * Answer and echo may both come here at the same moment; one of them tells.
 */
export const finishReply = async (
  deps: BotDeps,
  tx: Tx,
  reply: ReplyRow,
  { card, receipt }: { card?: Planned | undefined; receipt?: Receipt | undefined },
): Promise<void> => {
  const settled = { error: null, request_id: null, settled_at: deps.now() }
  const before = await settleReply(tx.sql, reply.id, { state: 'done', ...settled })
  if (!before) return
  const { channel, ts } = reply
  if (ts === null) return showOwnComment(deps, tx, reply, card)
  const signs: Mark[] = [
    ...(before.sign === null ? [] : [{ op: 'unreact' as const, name: before.sign }]),
    { op: 'react', name: reactions.done },
  ]
  if (receipt) await noteReceipt(deps, tx, reply, receipt)
  const signed = markJob({ channel, ts }, [...signs, ...(receipt?.words ?? [])])
  await deps.lanes.enqueue(tx, receipt ? [signed] : [signed, receiptJob(reply)])
}
