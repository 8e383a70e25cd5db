import { channelSettings } from '../../store/channels/channel-settings.ts'
import type { ChannelSettings } from '../../store/ledger/settings-in.ts'
import { addDeliveries, deliveryOf, type DeliveryRow, settleDelivery } from '../../store/ledger/deliveries.ts'
import { forgetHeld, heldPosts, markReleased } from '../../store/posting/held.ts'
import { unsubscribedAt } from '../../store/settings.ts'
import type { Tx } from '../../store/database.ts'
import type { Job } from '../../../lanes/lanes.ts'
import type { QuietDigestFacts } from '../../messages/digests/quiet-digest.ts'
import type { BotDeps } from '../../deps.ts'
import { postJob } from '../../payloads.ts'
import { reasonNotToTell } from './before-sending.ts'
import { type Release, releaseJob, setAlarm } from './hold-posts.ts'
import { tellAuthor } from '../ledger/confirm-comment.ts'
import { briefOf } from '../ledger/delivery-facts.ts'
import { quietUntil } from '../ledger/policy.ts'
import { deliveryId } from '../ledger/delivery-id.ts'
import { refOf } from './told-of.ts'

type Count = 'comments' | 'tasks' | 'subtasks' | 'completedProjects' | 'others'
const counts: Readonly<Record<string, Count>> = {
  comment: 'comments',
  task_completed: 'tasks',
  subtask_line: 'subtasks',
  project_completed: 'completedProjects',
}
/** Lines that may be only counted if there are many. */
const lines: ReadonlySet<string> = new Set(['task_completed', 'subtask_line', 'project_line'])

/** A message's subject: its thread's card, or its own facts. */
const subjectOf = async (tx: Tx, row: DeliveryRow) => {
  const card =
    row.on_kind && row.on_uuid
      ? await deliveryOf(tx.sql, {
          channel: row.channel,
          kind: row.on_kind,
          objectUuid: row.on_uuid,
        })
      : undefined
  const { name, projectName, url } = briefOf(card ?? row)
  return { key: row.on_uuid ?? row.object_uuid, subject: name ?? projectName ?? 'This channel', url }
}

const summaryOf = async (
  tx: Tx,
  quiet: NonNullable<ChannelSettings['quiet']>,
  rows: readonly DeliveryRow[],
  collapsed: number,
): Promise<QuietDigestFacts> => {
  const facts = { comments: 0, tasks: 0, subtasks: 0, completedProjects: 0, others: 0 }
  const about = new Map<string, QuietDigestFacts['about'][number]>()
  for (const row of rows) {
    facts[counts[row.kind] ?? 'others'] += 1
    const { key, subject, url } = await subjectOf(tx, row)
    const before = about.get(key)
    about.set(key, { subject, url, messages: (before?.messages ?? 0) + 1, of: refOf(row) })
  }
  return { ...quiet, ...facts, about: [...about.values()], collapsed }
}

/** Two or more messages get a summary first. Lines beyond the burst size are only counted in it. */
const summarize = async (
  deps: BotDeps,
  tx: Tx,
  channel: string,
  rows: readonly DeliveryRow[],
  job: Job,
): Promise<{ first: readonly DeliveryRow[]; told: ReadonlySet<number> }> => {
  const { quiet } = await channelSettings(tx.sql, channel)
  if (rows.length < 2 || !quiet) return { first: [], told: new Set() }
  const many = rows.filter(({ kind }) => lines.has(kind))
  const collapsed = many.length > deps.burstSize ? many : []
  const facts = await summaryOf(tx, quiet, rows, collapsed.length)
  for (const row of collapsed) {
    const error = 'counted in the summary after the quiet hours'
    await settleDelivery(tx.sql, row, { state: 'skipped', error }, deps.now())
  }
  const key = { channel, kind: 'quiet_digest', objectUuid: `quiet@${job.seq}` }
  const summary = {
    ...key,
    uuid: deliveryId(deps, key),
    op: 'post' as const,
    facts,
    inboxId: null,
    createdAt: deps.now(),
  }
  return { first: await addDeliveries(tx, [summary]), told: new Set(collapsed.map(({ id }) => id)) }
}

/** Withholds what the channel must not read anymore, so that the summary doesn't name it either. */
const withhold = async (deps: BotDeps, channel: string): Promise<void> => {
  const { sql } = deps.database
  const removedAt = await unsubscribedAt(sql, channel)
  for (const { row } of await heldPosts(sql, channel)) {
    const error = await reasonNotToTell(deps, row, removedAt)
    if (error === undefined) continue
    await deps.database.transaction(async (tx) => {
      await settleDelivery(tx.sql, row, { state: 'skipped', error }, deps.now())
      await tellAuthor(deps, tx, row)
    })
  }
}

/** Queues held posts behind itself, in order, and then runs again. Waits while it is quiet. */
export const releaseHeld = async (deps: BotDeps, job: Job, release: Release): Promise<void> => {
  const channel = job.lane
  const { quiet } = await channelSettings(deps.database.sql, channel)
  const until = quietUntil(quiet, deps.now())
  if (until === undefined) await withhold(deps, channel)
  await deps.database.transaction(async (tx) => {
    const held = await heldPosts(tx.sql, channel)
    const rows = held.filter(({ released }) => !released).map(({ row }) => row)
    if (held.length === 0) await forgetHeld(tx, channel)
    else if (until !== undefined) await setAlarm(deps, tx, channel, until, job)
    else if (rows.length > 0) {
      const { first, told } =
        release === 'end'
          ? await summarize(deps, tx, channel, rows, job)
          : { first: [], told: new Set<number>() }
      const now = [...first, ...rows.filter(({ id }) => !told.has(id))]
      await markReleased(
        tx,
        rows.map(({ id }) => id),
      )
      const posts = now.map(({ id }) => postJob(channel, id))
      await deps.lanes.enqueue(tx, [...posts, releaseJob(channel, 'rest')])
    }
    await job.done(tx)
  })
}
