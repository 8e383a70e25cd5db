import { keepReceipt, receiptsKey } from '../../store/replies/receipts.ts'
import { replyById, type ReplyRow } from '../../store/replies/replies.ts'
import { readSetting, writeSetting } from '../../store/settings.ts'
import type { Tx } from '../../store/database.ts'
import { type Readers, replyReceipt } from '../../messages/replies/reply-receipt.ts'
import type { BotDeps } from '../../deps.ts'
import type { BotJob } from '../../payloads.ts'
import { linkFor, type Route, routeTo } from '../../access/audience.ts'
import { laneTrouble } from '../tracker/lane-trouble.ts'
import { type Mark, mark } from '../answers/mark-message.ts'
import { within } from '../answers/within.ts'
import { type TaskInView, taskInView } from '../tracker/task-in-view.ts'

/** Whether a person wants to be told who reads their replies: yes, until they say no on the Home tab. */
export const wantsReceipts = async (deps: Pick<BotDeps, 'database'>, user: string): Promise<boolean> =>
  (await readSetting(deps.database.sql, receiptsKey + user)) !== 'off'

export const setReceipts = (deps: Pick<BotDeps, 'database'>, user: string, to: 'on' | 'off'): Promise<void> =>
  writeSetting(deps.database.sql, receiptsKey + user, to)

/** What the author is told of who reads a reply; no words for those who turned that off. */
export interface Receipt {
  readers: Readers
  words: Mark[]
}

const readersOf = (internal: boolean | undefined): Readers =>
  internal === undefined ? 'unknown' : internal ? 'team' : 'customers'

/** By what the tracker says now, or else by what events told. Undefined where nobody knows the task. */
const receiptOf = (reply: ReplyRow, route: Route, now: TaskInView | undefined): Receipt | undefined => {
  const taskName = now?.task.name ?? reply.task_name
  if (taskName === null || reply.thread_ts === null) return undefined
  const known = reply.is_internal === null ? undefined : reply.is_internal === 1
  const readers = readersOf(now ? now.internal : known)
  const before = reply.told_readers
  const changed = before !== null && before !== readers
  // The one thing that nobody wants to learn too late is told to those too who turned receipts off.
  if (reply.receipts === 'off' && !(changed && readers === 'customers')) return { readers, words: [] }
  const project = now?.project ?? {
    accountName: reply.account_name ?? undefined,
    internalUrl: reply.internal_url,
    portalUrl: reply.portal_url,
  }
  const message = replyReceipt({
    readers,
    taskName,
    accountName: project.accountName,
    taskUrl: linkFor(route, project),
    changed,
    again: before === readers,
  })
  return {
    readers,
    words: [{ op: 'ephemeral', user: reply.user_id, threadTs: reply.thread_ts, message }],
  }
}

/** The first time in a thread the tracker is asked; from then on events tell it, which costs no call. */
const taskNow = (deps: BotDeps, reply: ReplyRow): Promise<TaskInView | undefined> =>
  taskInView(deps, reply.task_uuid, reply.project_uuid ?? undefined, 'tracker')

const patienceMs = 1_000

/**
 * Decided before the comment is written, so that it is queued with the sign that the comment exists. Undefined
 * where that would take long: then a job of its own finds out, and holds no reply up.
 */
export const receiptAhead = (deps: BotDeps, reply: ReplyRow): Promise<Receipt | undefined> => {
  const decide = async () => {
    const first = reply.told_readers === null
    const now = first ? await taskNow(deps, reply) : undefined
    return first && !now ? undefined : receiptOf(reply, await routeTo(deps, reply.channel), now)
  }
  return within(patienceMs, decide())
}

/** Kept when it is as good as told: with the job that tells it. */
export const noteReceipt = async (
  deps: Pick<BotDeps, 'now'>,
  tx: Tx,
  { channel, thread_ts: threadTs, user_id: user }: ReplyRow,
  { readers }: Receipt,
): Promise<void> => {
  if (threadTs === null) return
  await keepReceipt(tx.sql, { channel, thread_ts: threadTs, user_id: user, readers, told_at: deps.now() })
}

/** A lane a thread. */
export const receiptJob = ({ id, channel, thread_ts: threadTs }: ReplyRow) => ({
  kind: 'receipt' as const,
  lane: `${channel}:${threadTs ?? ''}`,
  payload: { reply: id },
})

/** Lane `receipt`: what could not be decided ahead. A tracker that is silent now does not keep it from the author. */
export const giveReceipt =
  (deps: BotDeps) =>
  async (job: BotJob<'receipt'>): Promise<void> => {
    const reply = await replyById(deps.database.sql, job.payload.reply)
    if (!reply || reply.ts === null) return
    const { channel, ts } = reply
    try {
      const now = reply.told_readers === null ? await taskNow(deps, reply).catch(() => undefined) : undefined
      const receipt = receiptOf(reply, await routeTo(deps, channel), now)
      if (!receipt) return
      await deps.database.transaction(async (tx) => {
        await noteReceipt(deps, tx, reply, receipt)
        await mark(deps, tx, { channel, ts }, receipt.words)
        await job.done(tx)
      })
    } catch (error) {
      throw await laneTrouble(deps, job, error)
    }
  }
