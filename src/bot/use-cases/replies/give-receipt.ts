import { knownProject } from '../../store/tracker/known-projects.ts'
import { knownTask } from '../../store/tracker/known-tasks.ts'
import { keepReceipt, receiptOf } from '../../store/replies/receipts.ts'
import { replyById, type ReplyRow } from '../../store/replies/replies.ts'
import { readSetting, writeSetting } from '../../store/settings.ts'
import type { Tx } from '../../store/database.ts'
import type { Job } from '../../../lanes/lanes.ts'
import { type Readers, replyReceipt } from '../../messages/replies/reply-receipt.ts'
import type { BotDeps } from '../../deps.ts'
import type { BotJob } from '../../payloads.ts'
import { linkFor, routeTo } from '../../access/audience.ts'
import { laneTrouble } from '../tracker/lane-trouble.ts'
import { mark } from '../answers/mark-message.ts'
import { taskInView } from '../tracker/task-in-view.ts'

const settingKey = (user: string) => `receipts:${user}`

/** Whether a person wants to be told who reads their replies: yes, until they say no on the Home tab. */
export const wantsReceipts = async (deps: Pick<BotDeps, 'database'>, user: string): Promise<boolean> =>
  (await readSetting(deps.database.sql, settingKey(user))) !== 'off'

export const setReceipts = (deps: Pick<BotDeps, 'database'>, user: string, to: 'on' | 'off'): Promise<void> =>
  writeSetting(deps.database.sql, settingKey(user), to)

/** Queued when the comment exists: what is told does not hold the next reply up. */
export const queueReceipt = (deps: Pick<BotDeps, 'lanes'>, tx: Tx, reply: ReplyRow): Promise<void> =>
  deps.lanes.enqueue(tx, [
    { kind: 'receipt', lane: `${reply.channel}:${reply.thread_ts ?? ''}`, payload: { reply: reply.id } },
  ])

const readersOf = (internal: boolean | undefined): Readers =>
  internal === undefined ? 'unknown' : internal ? 'team' : 'customers'

/**
 * The task as the tracker has it, the first time; from then on as events tell it, which costs no call. Where the
 * tracker is silent now, what is known has to do: the comment exists, and its author waits to hear of it.
 */
const taskNow = async (deps: BotDeps, reply: ReplyRow, first: boolean) => {
  const { sql } = deps.database
  const known = await knownTask(sql, reply.task_uuid)
  const view = first
    ? await taskInView(deps, reply.task_uuid, known?.projectUuid, 'tracker').catch(() => undefined)
    : undefined
  const project = view?.project ?? (known && (await knownProject(sql, known.projectUuid)))
  const name = view?.task.name ?? known?.name
  if (name === undefined) return undefined
  return { name, project, readers: readersOf(view ? view.internal : known?.isInternal) }
}

/** Silent for those who turned it off, but for the one thing that nobody wants to learn too late. */
const isWanted = async (deps: BotDeps, user: string, before: Readers | undefined, now: Readers) =>
  (before !== undefined && before !== now && now === 'customers') || (await wantsReceipts(deps, user))

const tell = async (deps: BotDeps, job: Job, reply: ReplyRow): Promise<void> => {
  const { sql } = deps.database
  const { channel, thread_ts: threadTs, user_id: user } = reply
  if (threadTs === null || reply.ts === null) return
  const key = { channel, thread_ts: threadTs, user_id: user }
  const before = (await receiptOf(sql, key))?.readers
  const task = await taskNow(deps, reply, before === undefined)
  if (!task) return
  const { name: taskName, project, readers } = task
  const route = await routeTo(deps, channel)
  const wanted = await isWanted(deps, user, before, readers)
  const message = replyReceipt({
    readers,
    taskName,
    accountName: project?.accountName,
    taskUrl: project && linkFor(route, project),
    changed: before !== undefined && before !== readers,
    again: before === readers,
  })
  await deps.database.transaction(async (tx) => {
    await keepReceipt(tx.sql, { ...key, readers, told_at: deps.now() })
    if (wanted) {
      const at = { channel, ts: reply.ts ?? '' }
      await mark(deps, tx, at, [{ op: 'ephemeral', user, threadTs, message }])
    }
    await job.done(tx)
  })
}

/** Lane `receipt`, one a thread: the author hears where each reply went, in full the first time and when that changed. */
export const giveReceipt =
  (deps: BotDeps) =>
  async (job: BotJob<'receipt'>): Promise<void> => {
    const reply = await replyById(deps.database.sql, job.payload.reply)
    try {
      if (reply) await tell(deps, job, reply)
    } catch (error) {
      throw await laneTrouble(deps, job, error)
    }
  }
