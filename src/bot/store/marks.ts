import type { Queries, Clear } from './database.ts'
import { readSetting, writeSetting } from './settings.ts'
import { rowsOf } from '../../database/changed-any.ts'
import { isDone } from '../../lanes/tables.ts'

/** When a node was last running, in ms. */
const key = 'heard_at'

export const lastHeard = async (sql: Queries): Promise<number | undefined> => {
  const value = await readSetting(sql, key)
  return value === undefined ? undefined : Number(value)
}

/** Nothing was missed until now, as far as the search for missed replies knows. */
export const noteHeard = (sql: Queries, now: number): Promise<void> => writeSetting(sql, key, String(now))

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
