import { startOf } from '../../../contract/text/start-of.ts'
import { isRefusal } from '../../../contract/problem.ts'
import { isOpen, replyById, type ReplyRow, settleReply } from './store/replies.ts'
import { isUnconfirmed, isUnsent, partsOf, type ReplyPart } from './store/parts.ts'
import type { Tx } from '../../store/database.ts'
import { reactions } from '../../kit/ids.ts'
import type { Message } from '../../kit/message.ts'
import { toPlain } from '../../kit/text/mrkdwn.ts'
import { restNotShared, taskNotShared } from './messages/not-taken.ts'
import { replyRefused, replyUnconfirmed } from './messages/reply-failed.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { BotJob } from '../../store/payloads.ts'
import { type Job, restoredReason } from '../../../lanes/lanes.ts'
import { actorOf, mayKnowTask, nameForAll } from '../../audience/actor.ts'
import { taskLinkFor } from '../../audience/audience.ts'
import { type Notice, notify } from '../../answers/tell.ts'
import { reactionJob } from './show-reaction.ts'
import { splitAuthor } from './reply-bodies.ts'

type Deps = Pick<BotDeps, 'lanes' | 'now'>

/** Thrown when the wait for an echo is over and it is unknown whether the comment exists. */
export class Unconfirmed extends Error {
  override name = 'Unconfirmed' as const
}

/** Thrown when the author may no longer comment on the task. */
export class NotShared extends Error {
  override name = 'NotShared' as const
}

/** The task's name, if the author may still know it, and a page of it that the channel's readers can open. */
export const taskOfReply = async (deps: BotDeps, reply: ReplyRow) => {
  const { channel, task_uuid: uuid, user_id: user } = reply
  const told = await actorOf(deps, { user, channel })
  const isKnown = await mayKnowTask(deps, told, uuid)
  return {
    taskName: isKnown ? (reply.taskName ?? undefined) : undefined,
    taskUrl: told.place && taskLinkFor(told.place, uuid, reply),
  }
}

/** Adds ⚠️ and tells only the author. Does nothing if the echo came: then the comment exists. */
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
    reaction: reactions.attention,
  }
  if (!(await settleReply(tx.sql, reply, failed))) return
  const tell: Notice = { op: 'ephemeral', user, threadTs: threadTs ?? undefined, message }
  await notify(deps, tx, { channel, ts: ts ?? `reply-${id}` }, tell)
  if (ts !== null) await deps.lanes.enqueue(tx, [reactionJob('add')])
}

const withoutNames = { user: () => undefined, channel: () => undefined }

/** The words that are not in the tracker, as their author sees them. Before they are prepared, people have no names. */
const notSent = ({ text }: ReplyRow, parts: readonly ReplyPart[]): string => {
  const rest = parts.filter(isUnsent).map(({ body }) => splitAuthor(body).text)
  return rest.length > 0 ? rest.join(' ') : toPlain(text, withoutNames)
}

/** Handles errors that no retry can fix. Returns false if the lane should retry. */
export const refuseReply = async (deps: BotDeps, job: Job, reply: ReplyRow, error: unknown) => {
  if (!isRefusal(error) && !(error instanceof Unconfirmed) && !(error instanceof NotShared)) return false
  const { id: replyId } = reply
  const { message: reason } = error
  const task = await taskOfReply(deps, reply)
  const parts = await partsOf(deps.database.sql, replyId)
  const isPartSent = !parts.every(isUnsent)
  const text = notSent(reply, parts)
  await deps.database.transaction(async (tx) => {
    if (error instanceof NotShared) {
      const message = isPartSent ? restNotShared({ text }) : taskNotShared()
      await failReply(deps, tx, reply, { state: 'refused', error: reason }, message)
    } else if (error instanceof Unconfirmed) {
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

/** The lane gave up after a day's outage or a bug. The author may try again. */
export const onReplyAside = async (
  deps: Deps,
  tx: Tx,
  { payload }: Pick<BotJob<'reply'>, 'payload'>,
  reason: string,
): Promise<void> => {
  const reply = await replyById(tx.sql, payload.reply)
  if (!reply || !isOpen(reply)) return
  const parts = await partsOf(tx.sql, reply.id)
  const failed = parts.some(isUnconfirmed) ? 'unknown' : 'unreachable'
  const kind = reason === restoredReason ? 'restored' : failed
  const taskName = await nameForAll(tx.sql, reply.channel, reply.task_uuid)
  const text = notSent(reply, parts)
  const message = replyRefused({ replyId: reply.id, kind, reason, taskName, text })
  await failReply(deps, tx, reply, { state: 'refused', error: reason }, message)
}
