import { sql as raw } from 'kysely'
import type { Queries } from '../database/database.ts'
import type { LaneTables } from './tables.ts'

/**
 * Deletes at most `limit` jobs that were done before a time in ms, of these kinds or of any, the longest done
 * first, and says how many. What waits or was set aside stays, however old. The unique key of a deleted job is
 * free again, so `doneBefore` must be further back than anything may be enqueued twice.
 */
export const pruneJobs = async (
  sql: Queries<LaneTables>,
  kinds: readonly string[] | undefined,
  doneBefore: number,
  limit: number,
): Promise<number> => {
  if (kinds?.length === 0) return 0
  let old = sql
    .selectFrom('job')
    .select('seq')
    // A literal: with a parameter, neither engine uses the partial index.
    .where(raw<boolean>`state = 'done'`)
    .where('settled_at', '<', doneBefore)
  if (kinds) old = old.where('kind', 'in', kinds)
  const oldest = old.orderBy('settled_at').limit(limit)
  const { numDeletedRows } = await sql.deleteFrom('job').where('seq', 'in', oldest).executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Lanes of which no job is left, in any state, and that nobody has owned since a time in ms: most are named after
 * one message or one moment and never used again. A join: PostgreSQL makes it an anti join, SQLite an index for
 * this once.
 */
export const idleLanes = async (sql: Queries<LaneTables>, before: number): Promise<string[]> => {
  const rows = await sql
    .selectFrom('lane')
    .leftJoin('job', 'job.lane', 'lane.lane')
    .select('lane.lane')
    .where('job.seq', 'is', null)
    .where('lane.pending', '=', 0)
    .where('lane.lease_until', '<', before)
    .where('lane.parked', 'is', null)
    .execute()
  return rows.map(({ lane }) => lane)
}

/** Deletes lanes that are still idle under their row's lock. */
export const dropLanes = async (
  sql: Queries<LaneTables>,
  lanes: readonly string[],
  before: number,
): Promise<void> => {
  if (lanes.length === 0) return
  await sql
    .deleteFrom('lane')
    .where('lane', 'in', lanes)
    .where('pending', '=', 0)
    .where('lease_until', '<', before)
    .execute()
}
