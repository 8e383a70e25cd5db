import { keepSent } from '../../store/replies/doubts.ts'
import { isAhead } from '../../store/replies/ahead.ts'
import {
  keepReceipt,
  replyBySource,
  type ReplyPart,
  type ReplyRow,
  settleReply,
} from '../../store/replies/replies.ts'
import type { Tx } from '../../store/database.ts'
import { reactions } from '../../messages/kit/ids.ts'
import { replyEditNotPossible } from '../../messages/replies/edited-in-slack.ts'
import type { BotDeps } from '../../deps.ts'
import { showOwnComment } from '../ledger/confirm-comment.ts'
import type { Planned } from '../ledger/decision.ts'
import type { Receipt } from './give-receipt.ts'
import { markJob, signInstead } from '../answers/mark-message.ts'
import { tellAtReply } from './change-reply.ts'
import { passOnJobs } from './pass-on.ts'
import { taskOfReply } from './refuse-reply.ts'

/** After a loss, the reply may have ⏳ without our knowing. */
const signsOf = (sign: string | null, isLost: boolean) =>
  signInstead(sign ?? (isLost ? reactions.pending : null), reactions.done)

/** ✅ replaces ⏳ or ⚠️. The answer and the event may both call this; only the first has an effect. */
export const finishReply = async (
  deps: BotDeps,
  tx: Tx,
  reply: ReplyRow,
  { card, receipt }: { card?: Planned | undefined; receipt?: Receipt | undefined },
): Promise<void> => {
  const settled = { error: null, request_id: null, settled_at: deps.now() }
  const before = await settleReply(tx.sql, reply, { state: 'done', ...settled })
  if (!before) return
  tx.afterCommit(() => {
    deps.metrics.commented(deps.now() - reply.created_at)
    deps.log.info({ trace: `reply-${reply.id}`, task: reply.task_uuid }, 'a reply is a comment')
  })
  const { channel, ts } = reply
  const passedOn = await passOnJobs(tx, reply)
  if (ts === null) {
    await deps.lanes.enqueue(tx, passedOn)
    return showOwnComment(deps, tx, reply, card)
  }
  // A failover may have lost the sign that the reply had when it was read.
  const signs = signsOf(before.sign ?? reply.sign, reply.doubt !== null)
  if (receipt) await keepReceipt(tx.sql, receipt.kept)
  const signed = markJob({ channel, ts }, [...signs, ...(receipt?.words ?? [])])
  const lane = `${channel}:${reply.thread_ts ?? ''}`
  const toTell = { kind: 'receipt' as const, lane, payload: { reply: reply.id } }
  const isTold = receipt !== undefined || reply.take_over !== null
  await deps.lanes.enqueue(tx, [signed, ...(isTold ? [] : [toTell]), ...passedOn])
}

/**
 * After a failover, stores again that a reply was sent, because the database may have lost it. If the author has changed
 * it in Slack since, they are told, as always after it was sent.
 */
export const finishAgain = async (
  deps: BotDeps,
  sent: ReplyRow,
  parts: readonly ReplyPart[],
): Promise<void> => {
  const known = await replyBySource(deps.database.sql, sent.source)
  const about = known && isAhead(known) ? await taskOfReply(deps, sent) : undefined
  await deps.database.transaction(async (tx) => {
    const kept = await keepSent(tx, sent, parts, deps.now())
    if (!kept) return
    const { reply, late } = kept
    const { channel, ts, sign } = reply
    if (ts === null) return
    const signed = markJob({ channel, ts }, signsOf(sign, true))
    await deps.lanes.enqueue(tx, [signed, ...(await passOnJobs(tx, reply))])
    if (!late || !about) return
    const message = replyEditNotPossible({ what: late, taskUuid: reply.task_uuid, ...about })
    await tellAtReply(deps, tx, reply, late, message)
  })
}
