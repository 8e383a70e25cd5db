import type { Clear, Queries } from '../../store/database.ts'
import { rowsOf } from '../../../database/changed-any.ts'
import { isDone } from '../../../lanes/tables.ts'

const oldNotices = (sql: Queries, before: number) =>
  sql
    .selectFrom('job')
    .select('seq')
    .where('kind', '=', 'notify')
    .where(isDone)
    .where('settled_at', '<', before)

/** Clears old messages to people. Rows with a key stay, because the key prevents repeats. */
export const clearNotices: Clear = async (sql, before, limit) => {
  const free = oldNotices(sql, before).where('unique_key', 'is', null).limit(limit)
  if ((await rowsOf(sql.deleteFrom('job').where('seq', 'in', free))) === limit) return limit
  const worded = oldNotices(sql, before).where('payload', '<>', '{}').limit(limit)
  return rowsOf(sql.updateTable('job').set({ payload: '{}' }).where('seq', 'in', worded))
}
