import { sql as raw } from 'kysely'
import { rowsOf } from '../database/happened.ts'
import type { Queries } from '../database/database.ts'
import type { LaneTables } from './tables.ts'

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
    // A literal: with a parameter, neither engine uses the partial index.
    .where(raw<boolean>`state = 'done'`)
    .where('settled_at', '<', doneBefore)
    .where('kind', 'in', kinds)
    .orderBy('settled_at')
    .limit(limit)
  return rowsOf(sql.deleteFrom('job').where('seq', 'in', old))
}
