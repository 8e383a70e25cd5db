import type { LaneOptions, Lanes } from '../lanes/lanes.ts'
import { openLanes } from '../lanes/lanes.ts'
import { hideSecrets, type Log } from '../log.ts'
import type { BotDatabase } from './store/database.ts'
import { traceOf } from './traced-lanes.ts'

/** Limit for work in progress at shutdown, in ms: Ctrl-C should take under 5 s. */
export const stopMs = 2_000

export const lanesOver = (
  database: BotDatabase,
  log: Log,
  now: () => number,
  options: LaneOptions | undefined,
): Lanes =>
  openLanes(database.lanes, {
    now,
    graceMs: stopMs,
    redact: hideSecrets,
    onError: (error, job) =>
      log.warn(
        { reason: (error as Error).message, kind: job?.kind, lane: job?.lane, trace: traceOf(job?.payload) },
        'a job will be tried again',
      ),
    ...options,
  })
