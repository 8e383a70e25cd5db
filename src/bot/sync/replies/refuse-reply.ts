import { startOf } from '../../../contract/text.ts'
import { isRefusal } from '../../../contract/problem.ts'
import {
  isOpen,
  replyById,
  replyJob,
  type ReplyRow,
  settleReply,
  reopenReply,
  replyBySource,
  rewordReply,
  sourceOf,
} from '../store/replies.ts'
import {
  isUnconfirmed,
  isUnsent,
  partsOf,
  type ReplyPart,
  dropParts,
  setPart,
  changeUnsent,
} from '../store/parts.ts'
import type { Tx } from '../../store/database.ts'
import { reactions } from '../../kit/ids.ts'
import type { Message } from '../../kit/message.ts'
import { toPlain } from '../../kit/mrkdwn.ts'
import {
  restNotShared,
  taskNotShared,
  replyRefused,
  replyUnconfirmed,
  replyEditNotPossible,
  replyWithdrawn,
} from '../messages/reply.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { BotJob } from '../../store/payloads.ts'
import { reactionJob } from '../store/reactions.ts'
import { type Job, restoredReason } from '../../../lanes/lanes.ts'
import { actorOf, mayKnowTask, nameForAll, type Actor, mayComment } from '../../audience/actor.ts'
import { taskLinkFor } from '../../audience/audience.ts'
import { readersElsewhere } from '../../audience/comment-readers.ts'
import { storedForReaders } from '../../tracker/task-in-view.ts'
import { type Notice, notify } from '../../answers/notify.ts'
import { splitAuthor } from './comment-words.ts'
import { closeAside } from '../store/failures.ts'

/** Thrown when the wait for an echo is over and it is unknown whether the comment exists. */
export class Unconfirmed extends Error {
  override name = 'Unconfirmed' as const
}

/** Thrown when the author may no longer comment on the task. */
export class NotShared extends Error {
  override name = 'NotShared' as const
}

/** The task's name, if the author may still know it, and a page of it that the channel's readers can open. */
const taskOfReply = async (deps: BotDeps, reply: ReplyRow) => {
  const { channel, task_uuid: uuid, user_id: user } = reply
  const actor = await actorOf(deps, { user, channel })
  const isKnown = await mayKnowTask(deps, actor, uuid)
  return {
    taskName: isKnown ? (reply.taskName ?? undefined) : undefined,
    taskUrl: actor.place && taskLinkFor(actor.place, uuid, reply),
  }
}

/** Adds ⚠️ and tells only the author. Does nothing if the echo came: then the comment exists. */
const failReply = async (
  deps: BotDeps,
  tx: Tx,
  reply: ReplyRow,
  { state, error, requestId }: { state: ReplyRow['state']; error: string; requestId?: string | undefined },
  message: Message,
): Promise<void> => {
  const { id, channel, ts, thread_ts: threadTs, user_id: user } = reply
  const result = {
    state,
    error: startOf(error, 1_000),
    request_id: requestId ?? null,
    settled_at: deps.now(),
    reaction: reactions.attention,
  }
  if (!(await settleReply(tx.sql, reply, result))) return
  const notice: Notice = { op: 'ephemeral', user, threadTs: threadTs ?? undefined, message }
  await notify(deps, tx, { channel, ts: ts ?? `reply-${id}` }, notice)
  if (ts !== null) await deps.lanes.enqueue(tx, [reactionJob('add')])
}

const withoutNames = { user: () => undefined, channel: () => undefined }

/** The words that are not in the tracker, as their author sees them. Before they are prepared, people have no names. */
const notSent = ({ text }: ReplyRow, parts: readonly ReplyPart[]): string => {
  const rest = parts.filter(isUnsent).map(({ body }) => splitAuthor(body).text)
  return rest.length > 0 ? rest.join(' ') : toPlain(text, withoutNames)
}

/** Slack refuses for good to show the message, so nobody knows what it says by now. */
export class NotShown extends Error {
  override name = 'NotShown' as const
}

/** Handles errors that no retry can fix. Returns false if the lane should retry. */
export const refuseReply = async (deps: BotDeps, job: Job, reply: ReplyRow, error: unknown) => {
  const isOurs = error instanceof Unconfirmed || error instanceof NotShared || error instanceof NotShown
  if (!isOurs && !isRefusal(error)) return false
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
    } else if (error instanceof NotShown) {
      const message = replyRefused({ replyId, kind: 'not shown', reason, text, ...task })
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

/** The lane gave up after a day's outage, a bug or a restore. The author may try again; if the comment may exist, nobody else. */
export const onReplyGivenUp = async (
  deps: BotDeps,
  tx: Tx,
  { payload }: Pick<BotJob<'reply'>, 'payload'>,
  reason: string,
): Promise<void> => {
  const reply = await replyById(tx.sql, payload.reply)
  if (!reply || !isOpen(reply)) return
  const parts = await partsOf(tx.sql, reply.id)
  const problem = parts.some(isUnconfirmed) ? 'unknown' : 'unreachable'
  const kind = reason === restoredReason ? 'restored' : problem
  const taskName = await nameForAll(tx.sql, reply.channel, reply.task_uuid)
  const text = notSent(reply, parts)
  const message = replyRefused({ replyId: reply.id, kind, reason, taskName, text })
  const state = kind === 'unreachable' ? 'refused' : 'unconfirmed'
  await failReply(deps, tx, reply, { state, error: reason }, message)
}

/** An unconfirmed part keeps its attempt time, for a late echo. If all parts were refused or never sent, they are made again from the text. */
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
    if (!(await reopenReply(tx.sql, reply, deps.now()))) return false
    await openParts(tx, replyId)
    await closeAside(tx.sql, 'reply', [replyId], deps.now())
    const job = replyJob(reply.task_uuid, replyId)
    await deps.lanes.enqueue(tx, reply.ts === null ? [job] : [reactionJob('add'), job])
    return true
  })

/** *Try again* and *Send again*. Only for the author, and only while the task is shared with the channel. */
export const retryReply = async (deps: BotDeps, actor: Actor, replyId: number): Promise<boolean> => {
  const reply = Number.isSafeInteger(replyId) ? await replyById(deps.database.sql, replyId) : undefined
  if (!reply || !mayComment(actor, reply.internal === 1)) return false
  return sendAgain(deps, replyId, actor.user)
}

/**
 * Changes a reply that is not sent yet. Once it is sent, its author hears that a comment can't be changed. `text`:
 * undefined if the message was deleted.
 */
export const changeReply = async (deps: BotDeps, channel: string, ts: string, text: string | undefined) => {
  const reply = await replyBySource(deps.database.sql, sourceOf(channel, ts))
  // When Slack unfurls a link, it reports an edit with the same text.
  if (!reply || reply.text === text || reply.state === 'cancelled') return
  const { taskName, taskUrl } = await taskOfReply(deps, reply)
  const task = await storedForReaders(deps, reply.task_uuid)
  const readers = taskName === undefined ? undefined : await readersElsewhere(deps, channel, task)
  await deps.database.transaction(async (tx) => {
    const change = text === undefined ? { state: 'cancelled' as const, settled_at: deps.now() } : { text }
    const isChanged = await changeUnsent(tx, reply.id, change)
    if (isChanged && text !== undefined) return
    if (!isChanged && text !== undefined) {
      const isTakenBack = await rewordReply(tx, reply.id, text)
      await deps.lanes.enqueue(tx, [reactionJob('add')])
      if (isTakenBack) return
    }
    const what = text === undefined ? 'delete' : 'edit'
    const message = isChanged
      ? replyWithdrawn({ taskName })
      : replyEditNotPossible({
          what,
          replyId: reply.id,
          taskUuid: reply.task_uuid,
          taskName,
          taskUrl,
          readers,
        })
    const { source, thread_ts: threadTs, user_id: user } = reply
    const notice: Notice = { op: 'ephemeral', user, threadTs: threadTs ?? undefined, message }
    // The author hears of a deletion once, although Slack may repeat it.
    await notify(deps, tx, { channel, ts }, notice, what === 'delete' ? `deleted:${source}` : undefined)
  })
}
