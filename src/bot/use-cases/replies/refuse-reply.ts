import { startOf } from '../../../contract/text/start-of.ts'
import { isRefusal } from '../../../contract/problem.ts'
import {
  isInDoubt,
  isOpen,
  isUnsent,
  partsOf,
  replyById,
  type ReplyRow,
  setReply,
  settleReply,
} from '../../store/replies/replies.ts'
import type { Tx } from '../../store/database.ts'
import { reactions } from '../../messages/kit/ids.ts'
import type { Message } from '../../messages/kit/message.ts'
import { unescape } from '../../messages/kit/mrkdwn.ts'
import { taskNotShared } from '../../messages/replies/not-taken.ts'
import { replyRefused, replyUnconfirmed } from '../../messages/replies/reply-failed.ts'
import type { BotDeps } from '../../deps.ts'
import type { BotJob } from '../../payloads.ts'
import type { Job } from '../../../lanes/lanes.ts'
import { linkFor, routeTo } from '../../access/audience.ts'
import { type Mark, mark, signInstead } from '../answers/mark-message.ts'
import { splitAuthor } from '../ledger/reply-body.ts'

type Deps = Pick<BotDeps, 'lanes' | 'now'>

/** Thrown when the time for an echo is over and nobody can tell whether the comment exists. */
export class Unconfirmed extends Error {
  override name = 'Unconfirmed' as const
}

/** Thrown when the author may not comment on the task any more. */
export class NotShared extends Error {
  override name = 'NotShared' as const
}

/** The task as the reply's author knows it, with the page that those who read the channel may open. */
export const taskOfReply = async (deps: Pick<BotDeps, 'slack'>, reply: ReplyRow) => {
  // Where Slack does not answer, those of another organization may read it.
  const unknown = { channel: reply.channel, shared: true, unread: true }
  const route = await routeTo(deps, reply.channel).catch(() => unknown)
  return { taskName: reply.taskName ?? undefined, taskUrl: linkFor(route, reply) }
}

/**
 * The tracker refused, or nobody can tell: ⚠️, and the reason to the author alone. Not when the echo has come in
 * the meantime: the comment exists then, whatever the answer was.
 */
const failReply = async (
  deps: Deps,
  tx: Tx,
  reply: ReplyRow,
  { state, error, requestId }: { state: ReplyRow['state']; error: string; requestId?: string | undefined },
  message: Message,
): Promise<void> => {
  const { id, channel, ts, thread_ts: threadTs, user_id: user } = reply
  const failed = {
    state,
    error: startOf(error, 1_000),
    request_id: requestId ?? null,
    settled_at: deps.now(),
  }
  const before = await settleReply(tx.sql, id, failed)
  if (!before) return
  const tell: Mark = { op: 'ephemeral', user, threadTs: threadTs ?? undefined, message }
  if (ts === null) return mark(deps, tx, { channel, ts: `reply-${id}` }, [tell])
  await setReply(tx.sql, id, { sign: reactions.attention })
  await mark(deps, tx, { channel, ts }, [...signInstead(before.sign, reactions.attention), tell])
}

/** A reply that no retry helps: its author is told, and the lane goes on. False: it is for the lane to wait. */
export const refuseReply = async (deps: BotDeps, job: Job, reply: ReplyRow, error: unknown) => {
  if (error instanceof NotShared) {
    await deps.database.transaction(async (tx) => {
      await failReply(deps, tx, reply, { state: 'refused', error: error.message }, taskNotShared())
      await job.done(tx)
    })
    return true
  }
  if (!isRefusal(error) && !(error instanceof Unconfirmed)) return false
  const { id: replyId } = reply
  const { message: reason } = error
  const task = await taskOfReply(deps, reply)
  const parts = await partsOf(deps.database.sql, replyId)
  const rest = parts.filter(isUnsent).map(({ body }) => splitAuthor(body).text)
  // What of it is not in the tracker, in the words its author sees.
  const text = rest.length < parts.length ? rest.join(' ') : unescape(reply.text)
  await deps.database.transaction(async (tx) => {
    if (error instanceof Unconfirmed) {
      const message = replyUnconfirmed({ replyId, taskName: task.taskName })
      await failReply(deps, tx, reply, { state: 'unconfirmed', error: reason }, message)
    } else {
      const { kind, requestId, fields } = error
      const message = replyRefused({ replyId, kind, reason, requestId, fields, text, ...task })
      await failReply(deps, tx, reply, { state: 'refused', error: reason, requestId }, message)
    }
    await job.done(tx)
  })
  return true
}

/** The lane gave the reply up, after a day's outage or for a fault of ours: its author may try again. */
export const onReplyAside =
  (deps: Deps) =>
  async (tx: Tx, { payload }: Pick<BotJob<'reply'>, 'payload'>, reason: string): Promise<void> => {
    const reply = await replyById(tx.sql, payload.reply)
    if (!reply || !isOpen(reply)) return
    const kind = (await partsOf(tx.sql, reply.id)).some(isInDoubt) ? 'unknown' : 'unreachable'
    const taskName = reply.taskName ?? undefined
    const message = replyRefused({ replyId: reply.id, kind, reason, taskName, text: unescape(reply.text) })
    await failReply(deps, tx, reply, { state: 'refused', error: reason }, message)
  }
