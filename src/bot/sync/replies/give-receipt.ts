import { keepReceipt, replyById, type ReplyRow } from './store/replies.ts'
import type { BotTables } from '../../store/tables.ts'
import { writeNotes } from '../../store/known/notes.ts'
import { type Readers, replyReceipt } from './messages/reply-receipt.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { isColleague } from '../../slack/standing.ts'
import type { BotJob } from '../../store/payloads.ts'
import { routeTo, taskLinkFor } from '../../audience/audience.ts'
import { type Mark, mark } from '../../answers/marks.ts'
import { within } from '../../kit/within.ts'
import { lookAtTask, type TaskInView, taskNotes } from '../../tracker/task-in-view.ts'

/** Who reads the reply, and the words for its author. Empty if they know, or turned receipts off. */
export interface Receipt {
  kept: BotTables['receipt']
  words: Mark[]
}

/** Customers know where they write. */
const isOurs = async ({ slack }: BotDeps, user: string): Promise<boolean> => {
  const [standing = 'unknown'] = await slack.standings([user])
  return isColleague(standing)
}

/** From the tracker's answer, else from stored facts. Undefined if the task is unknown. */
const receiptOf = async (deps: BotDeps, reply: ReplyRow, now?: TaskInView): Promise<Receipt | undefined> => {
  const { channel, thread_ts: threadTs, user_id: user, toldReaders: before } = reply
  const taskName = now?.task.name ?? reply.taskName
  if (taskName === null || threadTs === null) return undefined
  const internal = now ? now.internal : reply.internal
  const readers: Readers =
    internal === null || internal === undefined ? 'unknown' : internal ? 'team' : 'customers'
  const kept = { channel, thread_ts: threadTs, user_id: user, readers, told_at: deps.now() }
  const changed = before !== null && before !== readers
  // Sent even if receipts are off: the author must know that customers now read the thread.
  const isWanted = reply.receipts !== 'off' || (changed && readers === 'customers')
  if (before === readers || !isWanted || !(await isOurs(deps, user))) return { kept, words: [] }
  const project = now?.project ?? reply
  const message = replyReceipt({
    readers,
    taskName,
    accountName: project.accountName ?? undefined,
    taskUrl: taskLinkFor(await routeTo(deps, channel), reply.task_uuid, project),
    changed,
  })
  return { kept, words: [{ op: 'ephemeral', user, threadTs, message }] }
}

/** Asks the tracker only for the first reply in a thread. Later ones use facts from events. */
const taskNow = async (deps: BotDeps, reply: ReplyRow): Promise<TaskInView | undefined> => {
  if (reply.toldReaders !== null) return undefined
  const view = await lookAtTask(deps, reply.task_uuid, reply.projectUuid ?? undefined, 'tracker')
  const known = reply.internal === null ? undefined : reply.internal === 1
  // Stored, because the next receipt uses stored facts.
  if (view && (reply.taskName === null || view.internal !== known))
    await writeNotes(deps.database.sql, taskNotes(view), deps.now())
  return view
}

const patienceMs = 1_000

/** Decided ahead, so that it is queued together with ✅. If that is slow, a separate job does it. */
export const receiptAhead = (deps: BotDeps, reply: ReplyRow): Promise<Receipt | undefined> => {
  const decided = taskNow(deps, reply).then((now) => receiptOf(deps, reply, now))
  return within(patienceMs, decided)
}

/** Lane `receipt`, one per thread: gives receipts that were not ready, even if the tracker is down. */
export const giveReceipt = async (deps: BotDeps, job: BotJob<'receipt'>): Promise<void> => {
  const reply = await replyById(deps.database.sql, job.payload.reply)
  if (!reply || reply.ts === null) return
  const { channel, ts } = reply
  const receipt = await receiptOf(deps, reply, await taskNow(deps, reply).catch(() => undefined))
  if (!receipt) return
  await deps.database.transaction(async (tx) => {
    await keepReceipt(tx.sql, receipt.kept)
    await mark(deps, tx, { channel, ts }, receipt.words)
    await job.done(tx)
  })
}
