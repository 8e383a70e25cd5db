import { addReplies, type NewReply, sourceOf } from './store/replies.ts'
import type { Tx } from '../../store/database.ts'
import { reactions } from '../../kit/ids.ts'
import { threadOfDeletedTask } from './messages/not-taken.ts'
import { nameForAll } from '../../audience/actor.ts'
import type { AcceptedReply, BotDeps } from '../../deps/deps.ts'
import type { NewBotJob } from '../../store/payloads.ts'
import { traced } from '../../deps/traced-lanes.ts'
import { noticeJob } from '../../answers/tell.ts'
import { isAnyWaiting, reactWaiting } from './store/reactions.ts'
import { reactionJob } from './show-reaction.ts'

const rowOf = ({ reply, taskUuid, isTaskDeleted, now }: AcceptedReply): NewReply => {
  const { channel, ts, threadTs: thread_ts, userId: user_id, text, files } = reply
  const row = {
    source: sourceOf(channel, ts),
    channel,
    ts,
    thread_ts,
    user_id,
    text,
    files,
    task_uuid: taskUuid,
  }
  const error = 'the task was deleted'
  return isTaskDeleted
    ? { ...row, ended: { state: 'refused', error, settled_at: now, reaction: reactions.attention } }
    : row
}

/** Queues the reply, or tells its author why it is not taken. */
const jobsFor = async (
  tx: Tx,
  { reply, taskUuid, isTaskDeleted }: AcceptedReply,
  id: number,
): Promise<NewBotJob[]> => {
  if (!isTaskDeleted) return [{ kind: 'reply', lane: taskUuid, payload: { reply: id } }]
  const { userId: user, threadTs, channel } = reply
  const message = threadOfDeletedTask({ taskName: await nameForAll(tx.sql, channel, taskUuid) })
  const notice = { op: 'ephemeral' as const, user, threadTs, message }
  return [reactionJob('add'), traced(noticeJob(reply, notice), `reply-${id}`)]
}

/** Stores a batch with its jobs. Slack may repeat a reply. */
export const storeReplies =
  (deps: () => BotDeps) =>
  async (tx: Tx, accepted: readonly AcceptedReply[]): Promise<undefined[]> => {
    const { lanes, later, log, pendingReactionMs } = deps()
    const replies = accepted.map((one) => ({ one, row: rowOf(one) }))
    const added = await addReplies(
      tx,
      replies.map(({ one, row }) => ({ ...row, now: one.now })),
    )
    const jobs: NewBotJob[] = []
    const waiting = new Map<string, number>()
    for (const { one, row } of replies) {
      const id = added.get(row.source)
      // A reply that appears twice in one batch is stored once.
      added.delete(row.source)
      if (id === undefined) continue
      const trace = `reply-${id}` as const
      jobs.push(...(await jobsFor(tx, one, id)))
      tx.afterCommit(() => log.debug({ trace, channel: row.channel, ts: row.ts }, 'a reply is stored'))
      waiting.set(one.taskUuid, one.now)
    }
    await lanes.enqueue(tx, jobs)
    tx.afterCommit(() => {
      for (const [task, now] of waiting) later(pendingReactionMs, () => showPending(deps(), task, now))
    })
    return accepted.map(() => undefined)
  }

/** Puts ⏳ on a task's open replies stored up to a time in ms, once each. */
export const showPending = async (deps: BotDeps, taskUuid: string, upTo: number): Promise<void> => {
  // Most are settled by then, and cost no transaction.
  if (!(await isAnyWaiting(deps.database.sql, taskUuid, upTo))) return
  await deps.database.transaction(async (tx) => {
    const late = await reactWaiting(tx, taskUuid, upTo)
    await deps.lanes.enqueue(
      tx,
      late.map(() => reactionJob('add')),
    )
  })
}
