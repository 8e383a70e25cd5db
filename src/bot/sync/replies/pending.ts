import { routeTo } from '../../audience/audience.ts'
import { readersOfComment } from '../../audience/comment-readers.ts'
import { noticeJob } from '../../answers/notify.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { Tx } from '../../store/database.ts'
import type { NewBotJob } from '../../store/payloads.ts'
import { storedForReaders } from '../../tracker/task-in-view.ts'
import { commentStored } from '../messages/task-dialogs.ts'
import { reactionJob, reactWaiting, waitingReplies } from '../store/reactions.ts'
import { replyById, replyJob, type ReplyRow } from '../store/replies.ts'

/* What an author sees while a reply or comment waits: ⏳, or a private message where there is no message to mark. */

/** Who reads a comment by command or dialog. */
export const readersOfOwn = async (deps: BotDeps, reply: ReplyRow) => {
  const { channel, user_id: user, task_uuid: task } = reply
  const place = channel === user ? undefined : await routeTo(deps, channel)
  return readersOfComment(deps, place, await storedForReaders(deps, task))
}

/** In the lane of its result, so that this comes first. */
const onItsWay = async (deps: BotDeps, id: number): Promise<NewBotJob[]> => {
  const reply = await replyById(deps.database.sql, id)
  if (!reply) return []
  const { channel, user_id: user, thread_ts: threadTs, taskName } = reply
  const message = commentStored({
    taskName: taskName ?? undefined,
    ...(await readersOfOwn(deps, reply)),
  })
  const notice = { op: 'ephemeral' as const, user, threadTs: threadTs ?? undefined, message }
  return [{ ...noticeJob({ channel, ts: `reply-${id}` }, notice), trace: `reply-${id}` }]
}

/** A task's open replies stored up to a time in ms, once each: their messages get ⏳, or their authors a message. */
export const showPending = async (deps: BotDeps, taskUuid: string, upTo: number): Promise<void> => {
  // Most replies are settled by then, and cost no transaction.
  const waiting = await waitingReplies(deps.database.sql, taskUuid, upTo)
  if (waiting.length === 0) return
  const notices = new Map<number, NewBotJob[]>()
  for (const { id, ts } of waiting) if (ts === null) notices.set(id, await onItsWay(deps, id))
  await deps.database.transaction(async (tx) => {
    const late = await reactWaiting(tx, taskUuid, upTo)
    await deps.lanes.enqueue(
      tx,
      late.flatMap(({ id, ts }) => (ts === null ? (notices.get(id) ?? []) : [reactionJob('add')])),
    )
  })
}

/** Sends a comment by command or dialog in its task's lane. */
export const queueComment = async (deps: BotDeps, tx: Tx, task: string, id: number): Promise<void> => {
  await deps.lanes.enqueue(tx, [replyJob(task, id)])
  const upTo = deps.now()
  tx.afterCommit(() => deps.later(deps.pendingReactionMs, () => showPending(deps, task, upTo)))
}
