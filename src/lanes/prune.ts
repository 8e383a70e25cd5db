import { sql as raw } from 'kysely'
import type { Queries } from '../database/database.ts'
import type { LaneTables } from './tables.ts'

/** Deletes old done jobs. Frees their unique keys, so `doneBefore` must outlast any second enqueue. */
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

/** Unowned lanes without jobs: most were for one message. A join, because both engines plan it well. */
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
