import { setImmediate as breath } from 'node:timers/promises'
import { isoDate } from '../../contract/dates.ts'
import type { Tx } from '../store/database.ts'
import { type Job, type LaneKind, pruneJobs } from '../../lanes/lanes.ts'
import { pruneChanges } from '../store/projects/project-totals.ts'
import { type Prune, pruneDelivered, pruneEvents, pruneOrphaned } from '../store/webhooks/prune.ts'
import type { Deps } from '../deps.ts'

/** How long what is over can be looked up. */
const keptDays = 90

const dayMs = 86_400_000
/** Three in the morning, UTC. */
const hourMs = 3 * 3_600_000
/** Small: SQLite has one writer, and nobody's request waits long for it. */
const batch = 200

export const retentionKind = 'service-retention'

/** The bot may share the database: only what the service itself puts into lanes is its own to delete. */
const pruneOwnJobs: Prune = (sql, before, limit) => pruneJobs(sql, ['hook', retentionKind], before, limit)

/** Deliveries before events, or an event would wait for the next day. */
const steps: readonly Prune[] = [pruneDelivered, pruneOrphaned, pruneEvents, pruneOwnJobs, pruneChanges]

const nextTick = (now: number) => {
  const today = Date.parse(isoDate(now)) + hourMs
  return today > now ? today : today + dayMs
}

/** Puts the next pass into its lane; one node of many does, since the day is the job's key. */
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
      // SQLite works in this thread: others get their turn between two batches.
      await breath()
    }
  }
}

/** What was delivered, its events and finished jobs go after 90 days; what waits or was set aside never does. */
export const retentionLane = (deps: Pick<Deps, 'database' | 'lanes' | 'now'>): LaneKind => ({
  work: async (job) => {
    await prune(deps, job)
    await deps.database.transaction(async (tx) => {
      await scheduleRetention(deps, tx)
      await job.done(tx)
    })
  },
  // A day of tries. What is left then is the next day's.
  backoff: [60_000, ...Array<number>(48).fill(1_800_000)],
  onAside: (tx) => scheduleRetention(deps, tx),
})
