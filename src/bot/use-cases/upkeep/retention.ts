import { setImmediate as breath } from 'node:timers/promises'
import { clearComments } from '../../store/tracker/known-comments.ts'
import {
  clearChanges,
  clearFacts,
  clearForms,
  clearInbox,
  clearMarks,
  clearReplies,
} from '../../store/upkeep/retention.ts'
import { type Clear } from '../../store/clear.ts'
import { clearViews } from '../../store/work-objects/work-object-views.ts'
import type { Queries, Tx } from '../../store/database.ts'
import { dropLanes, idleLanes, pruneJobs } from '../../../lanes/lanes.ts'
import type { BotDeps } from '../../deps.ts'
import { type BotJob, type JobKind, jobKinds } from '../../payloads.ts'
import { scheduleDaily } from './schedule-daily.ts'
import { dayMs } from '../answers/wall-clock.ts'

/** Four in the morning, UTC: after the comparison with the tracker, and after the service's own pass. */
const hour = 4
/** Small: SQLite has one writer, and nobody's reply waits long for it. */
const batch = 200

/**
 * The jobs of the bot, which may share its database with the service. Not `hook-subscription`: their keys are
 * how the bot knows, at its next start, what it subscribed to; not `quota`, one a month; `mark` has a step.
 */
const kept: readonly JobKind[] = ['hook-subscription', 'quota', 'mark']
const kinds = jobKinds.filter((kind) => !kept.includes(kind))

const clearJobs: Clear = (sql, before, limit) => pruneJobs(sql, kinds, before, limit)

/** What is kept how long; docs/configuration.md says it to people. */
const steps: readonly { days: number; clear: Clear }[] = [
  { days: 14, clear: clearJobs },
  { days: 14, clear: clearMarks },
  { days: 30, clear: clearInbox },
  { days: 90, clear: clearReplies },
  { days: 90, clear: clearForms },
  { days: 180, clear: clearFacts },
  { days: 180, clear: clearChanges },
  { days: 180, clear: clearComments },
  { days: 90, clear: clearViews },
]

/** A day is far longer than any lease. */
const laneDays = 1

const forgetLanes = async (sql: Queries, before: number, signal: AbortSignal): Promise<void> => {
  const idle = await idleLanes(sql, before)
  for (let at = 0; at < idle.length; at += batch) {
    signal.throwIfAborted()
    await dropLanes(sql, idle.slice(at, at + batch), before)
    await breath()
  }
}

/** Puts the next pass into its lane. */
export const scheduleRetention = (deps: Pick<BotDeps, 'lanes' | 'now'>, tx: Tx): Promise<void> =>
  scheduleDaily(deps, tx, 'retention', hour)

/** Lane `retention`: once a day what is over and old enough loses its words. What waits, failed or is aside stays. */
export const retention =
  (deps: Pick<BotDeps, 'database' | 'lanes' | 'now'>) =>
  async (job: BotJob<'retention'>): Promise<void> => {
    for (const { days, clear } of steps) {
      const before = deps.now() - days * dayMs
      while ((await clear(deps.database.sql, before, batch)) === batch) {
        job.signal.throwIfAborted()
        // SQLite works in this thread: others get their turn between two batches.
        await breath()
      }
    }
    // Last: a lane goes when its jobs are gone.
    await forgetLanes(deps.database.sql, deps.now() - laneDays * dayMs, job.signal)
    await deps.database.transaction(async (tx) => {
      await scheduleRetention(deps, tx)
      await job.done(tx)
    })
  }
