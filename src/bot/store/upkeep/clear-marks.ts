import { rowsOf } from '../../../database/happened.ts'
import { isDone } from '../../../lanes/tables.ts'
import type { Queries } from '../database.ts'
import type { Clear } from '../clear.ts'

const oldMarks = (sql: Queries, before: number) =>
  sql
    .selectFrom('job')
    .select('seq')
    .where('kind', '=', 'mark')
    .where(isDone)
    .where('settled_at', '<', before)

/** Clears old messages to people. Rows with a key stay, because the key prevents repeats. */
export const clearMarks: Clear = async (sql, before, limit) => {
  const free = oldMarks(sql, before).where('unique_key', 'is', null).limit(limit)
  if ((await rowsOf(sql.deleteFrom('job').where('seq', 'in', free))) === limit) return limit
  const worded = oldMarks(sql, before).where('payload', '<>', '{}').limit(limit)
  return rowsOf(sql.updateTable('job').set({ payload: '{}' }).where('seq', 'in', worded))
}
