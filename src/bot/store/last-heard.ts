import type { Queries } from './database.ts'
import { readSetting, writeSetting } from './settings.ts'

/** When a node was last running, in ms. */
const key = 'heard_at'

export const lastHeard = async (sql: Queries): Promise<number | undefined> => {
  const value = await readSetting(sql, key)
  return value === undefined ? undefined : Number(value)
}

/** Nothing was missed until now, as far as the search for missed replies knows. */
export const noteHeard = (sql: Queries, now: number): Promise<void> => writeSetting(sql, key, String(now))
