import { sql as raw } from 'kysely'
import type { Queries } from '../database.ts'

/**
 * Deletes at most `limit` jobs that were done before a time in ms, of these kinds or of any, the longest done
 * first, and says how many. What waits or was set aside stays, however old. The unique key of a deleted job is
 * free again, so `doneBefore` must be further back than anything may be enqueued twice.
 */
export const pruneJobs = async (
  sql: Queries,
  kinds: readonly string[] | undefined,
  doneBefore: number,
  limit: number,
): Promise<number> => {
  if (kinds?.length === 0) return 0
  let old = sql
    .selectFrom('job')
    .select('seq')
    // A literal: with a parameter neither engine knows that the partial index holds what is asked for.
    .where(raw<boolean>`state = 'done'`)
    .where('settled_at', '<', doneBefore)
  if (kinds) old = old.where('kind', 'in', kinds)
  const oldest = old.orderBy('settled_at').limit(limit)
  const { numDeletedRows } = await sql.deleteFrom('job').where('seq', 'in', oldest).executeTakeFirst()
  return Number(numDeletedRows)
}
