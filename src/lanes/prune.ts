import { rowsOf } from '../database/changed-any.ts'
import type { Queries } from '../database/database.ts'
import { laneName } from './names.ts'
import { isDone, type LaneTables } from './tables.ts'

/** An empty lane, whose lease is that of the whole queue. */
const queue = { lane: laneName(0, 'prune', 'queue'), kind: 'prune', installation_id: 0 }
const empty = { pending: 0, run_at: 0, waits_since: 0, token: 0, attempts: 0 }

/** False if somebody has the queue to clear, or had it at most `ms` ago: it is the same for all installations. */
export const holdQueue = async (sql: Queries<LaneTables>, now: number, ms: number): Promise<boolean> => {
  const lease_until = now + ms
  const held = await sql
    .insertInto('lane')
    .values({ ...queue, ...empty, lease_until })
    .onConflict((conflict) =>
      conflict
        .column('lane')
        .doUpdateSet({ lease_until })
        .where((row) =>
          row.or([row('lane.lease_until', '<=', now), row('lane.lease_until', '>', lease_until)]),
        ),
    )
    .returning('lane')
    .executeTakeFirst()
  return held !== undefined
}

/**
 * Deletes old jobs that are done, oldest first, and returns how many. Jobs that wait or were set aside stay.
 * Also frees unique keys, so `doneBefore` must be earlier than any repeated enqueue.
 */
export const pruneJobs = async (
  sql: Queries<LaneTables>,
  kinds: readonly string[],
  doneBefore: number,
  limit: number,
): Promise<number> => {
  if (kinds.length === 0) return 0
  const old = sql
    .selectFrom('job')
    .select('seq')
    .where(isDone)
    .where('settled_at', '<', doneBefore)
    .where('kind', 'in', kinds)
    .orderBy('settled_at')
    .limit(limit)
  return rowsOf(sql.deleteFrom('job').where('seq', 'in', old))
}

/**
 * Lanes without a job in any state, and without an owner since a time in ms. Most are named after one message and
 * never used again. `except` reads each table once, on both engines. With a join, SQLite read all jobs for each lane.
 */
export const idleLanes = async (sql: Queries<LaneTables>, before: number): Promise<string[]> => {
  const rows = await sql
    .selectFrom('lane')
    .select('lane')
    .where('pending', '=', 0)
    .where('lease_until', '<', before)
    .except(sql.selectFrom('job').select('lane'))
    .execute()
  return rows.map(({ lane }) => lane)
}

/** Deletes lanes that are still idle. The row's lock shows whether a lane got jobs meanwhile. */
export const dropLanes = async (sql: Queries<LaneTables>, lanes: readonly string[], before: number) => {
  if (lanes.length === 0) return
  await sql
    .deleteFrom('lane')
    .where('lane', 'in', lanes)
    .where('pending', '=', 0)
    .where('lease_until', '<', before)
    .execute()
}
