import { setImmediate as breath } from 'node:timers/promises'
import { sql as raw } from 'kysely'
import { dayMs, isoDate } from '../../contract/dates.ts'
import type { Tx, Queries } from '../store/database.ts'
import { type Job, type LaneKind, pruneJobs } from '../../lanes/lanes.ts'
import type { Deps } from '../acting.ts'
import { fanOutKind } from '../events/announce.ts'
import { rowsOf } from '../../database/statement.ts'

/** Deletes in all organizations; returns how many rows it deleted. */
type Prune = (sql: Queries, before: number, limit: number) => Promise<number>

const pruneDelivered: Prune = (sql, before, limit) => {
  // A literal: with a parameter, neither engine uses the partial index.
  const delivered = sql.selectFrom('webhook_delivery').where(raw<boolean>`state = 'delivered'`)
  const old = delivered.where('settled_at', '<', before).orderBy('settled_at').select('id').limit(limit)
  return rowsOf(sql.deleteFrom('webhook_delivery').where('id', 'in', old))
}

/** Deliveries to removed subscriptions, which are never sent. */
const pruneOrphaned: Prune = (sql, before, limit) => {
  const orphaned = sql
    .selectFrom('webhook_delivery as d')
    .where(raw<boolean>`d.state <> 'delivered'`)
    .where(raw<boolean>`not exists (select 1 from webhook where webhook.uuid = d.webhook_uuid)`)
  const old = orphaned.where('d.created_at', '<', before).select('d.id').limit(limit)
  return rowsOf(sql.deleteFrom('webhook_delivery').where('id', 'in', old))
}

const pruneEvents: Prune = (sql, before, limit) => {
  const undelivered = raw<boolean>`not exists (select 1 from webhook_delivery where event_id = event.id)`
  const events = sql.selectFrom('event').where(undelivered).orderBy('event.created_at')
  const old = events.where('event.created_at', '<', before).select('event.id').limit(limit)
  return rowsOf(sql.deleteFrom('event').where('id', 'in', old))
}

const keptDays = 90

/** Three in the morning, UTC. */
const startsAtMs = 3 * 3_600_000
/** Small, because SQLite has one writer and requests wait for it. */
const batch = 200

export const retentionKind = 'service-retention'

/** Only the service's own jobs, because the bot may share the database. */
const pruneOwnJobs: Prune = (sql, before, limit) =>
  pruneJobs(sql, ['hook', fanOutKind, retentionKind], before, limit)

/** Deliveries before events, because an event with a delivery is kept. */
const steps: readonly Prune[] = [pruneDelivered, pruneOrphaned, pruneEvents, pruneOwnJobs]

const nextTick = (now: number) => {
  const today = Date.parse(isoDate(now)) + startsAtMs
  return today > now ? today : today + dayMs
}

/** Enqueues the next pass. The day is the job's key, so only one of many nodes does. */
export const scheduleRetention = async ({ lanes, now }: Pick<Deps, 'lanes' | 'now'>, tx: Tx) => {
  const runAt = nextTick(now())
  const day = isoDate(runAt)
  await lanes.enqueue(tx, [{ kind: retentionKind, lane: 'daily', uniqueKey: day, payload: { day }, runAt }])
}

const prune = async (deps: Pick<Deps, 'database' | 'now'>, job: Job) => {
  const before = deps.now() - keptDays * dayMs
  for (const step of steps) {
    while ((await step(deps.database.sql, before, batch)) === batch) {
      job.signal.throwIfAborted()
      // SQLite runs in this thread, so requests get their turn between batches.
      await breath()
    }
  }
}

/** Deletes what was delivered or done more than 90 days ago. What waits or was set aside stays. */
export const retentionLane = (deps: Pick<Deps, 'database' | 'lanes' | 'now'>): LaneKind => ({
  work: async (job) => {
    await prune(deps, job)
    await deps.database.transaction(async (tx) => {
      await scheduleRetention(deps, tx)
      await job.done(tx)
    })
  },
  // Retries for a day. Then the next day's job takes over.
  backoff: [60_000, ...Array<number>(48).fill(1_800_000)],
  onGivenUp: (tx) => scheduleRetention(deps, tx),
})
