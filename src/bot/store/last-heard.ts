import type { Queries } from './database.ts'
import { readKey, writeKey } from './key-values.ts'

/** When a node was last running, in ms. */
const key = 'heard_at'

export const lastHeard = async (sql: Queries): Promise<number | undefined> => {
  const value = await readKey(sql, key)
  return value === undefined ? undefined : Number(value)
}

/** Nothing was missed until now, as far as the search for missed replies knows. */
export const noteHeard = (sql: Queries, now: number): Promise<void> => writeKey(sql, key, String(now))
