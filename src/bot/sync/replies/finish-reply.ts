import { type ReplyRow, settleReply } from './store/replies.ts'
import type { Tx } from '../../store/database.ts'
import { reactions } from '../../kit/ids.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { showOwnComment } from './confirm-comment.ts'
import type { Planned } from '../posts/plan/decision.ts'
import { mark, signInstead } from '../../answers/marks.ts'

/** ✅ replaces ⏳ or ⚠️. The answer and the event may both call this; only the first has an effect. */
export const finishReply = async (
  deps: BotDeps,
  tx: Tx,
  reply: ReplyRow,
  card: Planned | undefined,
): Promise<void> => {
  const settled = { error: null, request_id: null, settled_at: deps.now() }
  const before = await settleReply(tx.sql, reply.id, { state: 'done', ...settled })
  if (!before) return
  tx.afterCommit(() => {
    deps.metrics.commented(deps.now() - reply.created_at)
    deps.log.info({ trace: `reply-${reply.id}`, task: reply.task_uuid }, 'a reply is a comment')
  })
  const { channel, ts } = reply
  if (ts === null) return showOwnComment(deps, tx, reply, card)
  await mark(deps, tx, { channel, ts }, signInstead(before.sign, reactions.done))
}
