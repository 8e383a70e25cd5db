import { type ReplyRow, settleReply } from '../../store/replies/replies.ts'
import type { Tx } from '../../store/database.ts'
import { reactions } from '../../messages/kit/ids.ts'
import type { Message } from '../../messages/kit/message.ts'
import type { BotDeps } from '../../deps.ts'
import { showOwnComment } from '../ledger/confirm-comment.ts'
import type { Planned } from '../ledger/decision.ts'
import { queueReceipt } from './give-receipt.ts'
import { mark } from '../answers/mark-message.ts'

type Deps = Pick<BotDeps, 'lanes' | 'now'>

/**
 * The comment exists: ✅ takes the place of ⏳ (or of ⚠️, when the answer came late). Answer and echo may both
 * come here at the same moment; one of them tells.
 */
export const finishReply = async (deps: BotDeps, tx: Tx, reply: ReplyRow, card?: Planned): Promise<void> => {
  const settled = { error: null, request_id: null, settled_at: deps.now() }
  if (!(await settleReply(tx.sql, reply.id, { state: 'done', ...settled }))) return
  if (reply.ts === null) return showOwnComment(deps, tx, reply, card)
  const at = { channel: reply.channel, ts: reply.ts }
  // What was doubted, refused, or given up by somebody since, bears ⚠️.
  const waits = ['stored', 'sending', 'unknown'].includes(reply.state)
  await mark(deps, tx, at, [
    { op: 'unreact', name: waits ? reactions.pending : reactions.attention },
    { op: 'react', name: reactions.done },
  ])
  await queueReceipt(deps, tx, reply)
}

/**
 * The tracker refused, or nobody can tell: ⚠️, and the reason to the author alone. Not when the echo has come in
 * the meantime: the comment exists then, whatever the answer was.
 */
export const failReply = async (
  deps: Deps,
  tx: Tx,
  reply: ReplyRow,
  outcome: {
    state: 'refused' | 'unconfirmed'
    error: string
    requestId?: string | undefined
    message: Message
  },
): Promise<void> => {
  const told = await settleReply(tx.sql, reply.id, {
    state: outcome.state,
    error: outcome.error.slice(0, 1_000),
    request_id: outcome.requestId ?? null,
    settled_at: deps.now(),
  })
  if (!told) return
  const at = { channel: reply.channel, ts: reply.ts ?? `reply-${reply.id}` }
  const tell = {
    op: 'ephemeral' as const,
    user: reply.user_id,
    threadTs: reply.thread_ts ?? undefined,
    message: outcome.message,
  }
  const reaction = [
    { op: 'unreact' as const, name: reactions.pending },
    { op: 'react' as const, name: reactions.attention },
  ]
  await mark(deps, tx, at, reply.ts === null ? [tell] : [...reaction, tell])
}
