import { setImmediate as breath } from 'node:timers/promises'
import * as store from './store/clear.ts'
import type { Clear, Queries } from '../../store/database.ts'
import { kindsWithWords } from '../../sync/posts/kinds.ts'
import { clearForms } from '../projects/store/project-requests.ts'
import { dropLanes, holdQueue, idleLanes, pruneJobs } from '../../../lanes/lanes.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { type BotJob, type JobKind, jobKinds } from '../../store/payloads.ts'
import { dayMs, hourMs } from '../../kit/time.ts'
import { rowsOf } from '../../../database/statement.ts'
import { isDone } from '../../../lanes/tables.ts'
import { scheduleDaily } from './plan-by-clock.ts'

const oldNotices = (sql: Queries, before: number) =>
  sql
    .selectFrom('job')
    .select('seq')
    .where('kind', '=', 'notify')
    .where(isDone)
    .where('settled_at', '<', before)

/** Clears old messages to people. Rows with a key stay, because the key prevents repeats. */
const clearNotices: Clear = async (sql, before, limit) => {
  const free = oldNotices(sql, before).where('unique_key', 'is', null).limit(limit)
  if ((await rowsOf(sql.deleteFrom('job').where('seq', 'in', free))) === limit) return limit
  const worded = oldNotices(sql, before).where('payload', '<>', '{}').limit(limit)
  return rowsOf(sql.updateTable('job').set({ payload: '{}' }).where('seq', 'in', worded))
}

/** Small, because SQLite has one writer and replies wait for it. */
const batch = 200

/**
 * Jobs that are kept. The next start reads from the `hook-subscription` keys what is subscribed.
 * `quota` has one job a month. `notify` has its own step.
 */
const kept: readonly JobKind[] = ['hook-subscription', 'quota', 'notify']
const kinds = jobKinds.filter((kind) => !kept.includes(kind))

interface Step {
  readonly days: number
  readonly clear: Clear
}

/** docs/configuration.md lists these times. */
const ofQueue: readonly Step[] = [
  { days: 14, clear: (sql, before, limit) => pruneJobs(sql, kinds, before, limit) },
  { days: 14, clear: clearNotices },
]
const ofInstallation: readonly Step[] = [
  { days: 30, clear: store.clearInbox },
  { days: 90, clear: store.clearUnreadable },
  { days: 90, clear: store.clearReplies },
  { days: 90, clear: clearForms },
  { days: 180, clear: store.clearFacts(kindsWithWords('all')) },
  { days: 180, clear: store.clearQuotes(kindsWithWords('quote')) },
  { days: 180, clear: store.clearComments },
]

/** Far longer than any lease. */
const laneDays = 1
/** One installation a day clears the queue of all: to find idle lanes, it reads every job. Less than a day. */
const queueHours = 20

const forgetLanes = async (sql: Queries, before: number, signal: AbortSignal): Promise<void> => {
  const idle = await idleLanes(sql, before)
  for (let at = 0; at < idle.length; at += batch) {
    signal.throwIfAborted()
    await dropLanes(sql, idle.slice(at, at + batch), before)
    await breath()
  }
}

type Deps = Pick<BotDeps, 'database' | 'lanes' | 'now'>

const take = async (steps: readonly Step[], { database, now }: Deps, signal: AbortSignal): Promise<void> => {
  for (const { days, clear } of steps) {
    const before = now() - days * dayMs
    while ((await clear(database.sql, before, batch)) === batch) {
      signal.throwIfAborted()
      // SQLite works in this thread, so other work runs between batches.
      await breath()
    }
  }
}

/** Lane `retention`: clears the text of old, finished work. Keeps what is waiting, failed or set aside. */
export const retention = async (deps: Deps, job: BotJob<'retention'>): Promise<void> => {
  const { sql } = deps.database
  await take(ofInstallation, deps, job.signal)
  if (await holdQueue(sql, deps.now(), queueHours * hourMs)) {
    await take(ofQueue, deps, job.signal)
    // Last, because a lane can be dropped only after its jobs.
    await forgetLanes(sql, deps.now() - laneDays * dayMs, job.signal)
  }
  await deps.database.transaction(async (tx) => {
    await scheduleDaily(deps, tx, 'retention')
    await job.done(tx)
  })
}
