import { addReplies, type NewReply, sourceOf } from './store/replies.ts'
import type { Tx } from '../../store/database.ts'
import { type KnownTask, knownTasks } from '../../store/known-tasks.ts'
import { reactions } from '../../kit/ids.ts'
import { threadOfDeletedTask } from './messages/not-taken.ts'
import { nameForAll } from '../../audience/may.ts'
import type { AcceptedReply, BotDeps } from '../../deps/deps.ts'
import type { NewBotJob } from '../../store/payloads.ts'
import { traced } from '../../deps/traced-lanes.ts'
import { markJob } from '../../answers/tell.ts'
import { signReply, unsignedReplies } from './store/signs.ts'

type Task = Pick<KnownTask, 'name' | 'deletedAt'> | undefined

const rowOf = ({ reply, taskUuid, now }: AcceptedReply, task: Task): NewReply => {
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
  return task?.deletedAt !== undefined
    ? { ...row, ended: { state: 'refused', error, settled_at: now, sign: reactions.attention } }
    : row
}

/** Queues the reply, or tells its author why it is not taken. */
const jobFor = async (
  tx: Tx,
  { reply, taskUuid }: AcceptedReply,
  task: Task,
  id: number,
): Promise<NewBotJob> => {
  if (task?.deletedAt === undefined) return { kind: 'reply', lane: taskUuid, payload: { reply: id } }
  const { userId: user, threadTs, channel } = reply
  const message = threadOfDeletedTask({ taskName: await nameForAll(tx.sql, channel, taskUuid) })
  return markJob(reply, [
    { op: 'react', name: reactions.attention },
    { op: 'ephemeral', user, threadTs, message },
  ])
}

/** Stores a batch with its jobs. Slack may repeat a reply. */
export const storeReplies =
  (deps: () => BotDeps) =>
  async (tx: Tx, accepted: readonly AcceptedReply[]): Promise<undefined[]> => {
    const { lanes, later, log, pendingSignMs } = deps()
    const tasks = await knownTasks(tx.sql, [...new Set(accepted.map(({ taskUuid }) => taskUuid))])
    const replies = accepted.map((one) => {
      const task = tasks.get(one.taskUuid)
      return { one, task, row: rowOf(one, task) }
    })
    const added = await addReplies(
      tx,
      replies.map(({ one, row }) => ({ ...row, now: one.now })),
    )
    const jobs: NewBotJob[] = []
    const waiting = new Map<string, number>()
    for (const { one, task, row } of replies) {
      const id = added.get(row.source)
      // A reply that appears twice in one batch is stored once.
      added.delete(row.source)
      if (id === undefined) continue
      const trace = `reply-${id}` as const
      jobs.push(traced(await jobFor(tx, one, task, id), trace))
      tx.afterCommit(() => log.debug({ trace, channel: row.channel, ts: row.ts }, 'a reply is stored'))
      waiting.set(one.taskUuid, one.now)
    }
    await lanes.enqueue(tx, jobs)
    tx.afterCommit(() => {
      for (const [task, now] of waiting) later(pendingSignMs, () => signWaiting(deps(), task, now))
    })
    return accepted.map(() => undefined)
  }

/** Puts ⏳ on a task's open replies stored up to a time in ms, once each. */
export const signWaiting = async (deps: BotDeps, taskUuid: string, upTo: number): Promise<void> => {
  for (const { id, channel, ts } of await unsignedReplies(deps.database.sql, taskUuid, upTo))
    await deps.database.transaction(async (tx) => {
      if (ts !== null && (await signReply(tx, id)))
        await deps.lanes.enqueue(tx, [
          traced(markJob({ channel, ts }, { op: 'pending', reply: id }), `reply-${id}`),
        ])
    })
}
