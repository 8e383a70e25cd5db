import { joinAhead } from '../../store/replies/ahead.ts'
import { addReplies, type NewReply, sourceOf } from '../../store/replies/replies.ts'
import type { Tx } from '../../store/database.ts'
import { type KnownTask, knownTasks } from '../../store/tracker/known-tasks.ts'
import { reactions } from '../../messages/kit/ids.ts'
import { replyWithdrawn } from '../../messages/replies/edited-in-slack.ts'
import { threadOfDeletedTask } from '../../messages/replies/not-taken.ts'
import { nameForAll } from '../../access/may.ts'
import type { AcceptedReply, BotDeps } from '../../deps.ts'
import type { NewBotJob } from '../../payloads.ts'
import { traced } from '../../traced-lanes.ts'
import { type Mark, markJob } from '../answers/mark-message.ts'
import { signWaiting } from './sign-waiting.ts'

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
  { id, withdrawn }: { id: number; withdrawn: boolean },
): Promise<NewBotJob> => {
  const isDeleted = task?.deletedAt !== undefined
  if (!withdrawn && !isDeleted) return { kind: 'reply', lane: taskUuid, payload: { reply: id } }
  const { userId: user, threadTs, channel } = reply
  const taskName = await nameForAll(tx.sql, channel, taskUuid)
  const tell = (message: ReturnType<typeof replyWithdrawn>): Mark => ({
    op: 'ephemeral',
    user,
    threadTs,
    message,
  })
  if (withdrawn) return markJob(reply, [tell(replyWithdrawn({ taskName }))])
  return markJob(reply, [{ op: 'react', name: reactions.attention }, tell(threadOfDeletedTask({ taskName }))])
}

/** Stores a batch with its jobs. Slack may repeat a reply, or deliver its change first. */
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
      const stored = id === undefined ? await joinAhead(tx, row, one.now) : { id, withdrawn: false }
      if (!stored) continue
      const trace = `reply-${stored.id}` as const
      jobs.push(traced(await jobFor(tx, one, task, stored), trace))
      tx.afterCommit(() => log.debug({ trace, channel: row.channel, ts: row.ts }, 'a reply is stored'))
      waiting.set(one.taskUuid, one.now)
    }
    await lanes.enqueue(tx, jobs)
    tx.afterCommit(() => {
      for (const [task, now] of waiting) later(pendingSignMs, () => signWaiting(deps(), task, now))
    })
    return accepted.map(() => undefined)
  }
