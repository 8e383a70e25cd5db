import { isoDate } from '../../contract/dates.ts'
import type { Database } from './database.ts'
import { readKey, writeKey } from './key-values.ts'

/** Of each row, beside its texts: numbers, keys, indexes and the row of its job. */
const rowBytes = 1_000
/** How much a node may count before it stores the count. So much may be counted too little after a crash. */
const stepBytes = 1_000_000

const key = 'stored_bytes'

/** What one installation's tracker added to the database on this day (UTC), by all nodes. */
export const createDailyBytes = (
  { database, now, dailyBytes: most }: { database: Database; now: () => number; dailyBytes: number },
  onAdded: (bytes: number) => void,
) => {
  let day = ''
  let stored = 0
  let added = 0

  /** What was added before the first look counts for its day. */
  const isOf = (today: string) => day === today || day === ''

  const exchange = (today: string) =>
    database.transaction(async ({ sql }) => {
      const [storedDay, bytes] = (await readKey(sql, key))?.split(' ') ?? []
      const before = storedDay === today ? Number(bytes) : 0
      const own = isOf(today) ? added : 0
      if (own > 0) await writeKey(sql, key, `${today} ${before + own}`)
      added = isOf(today) ? added - own : 0
      stored = before + own
      day = today
    })

  return {
    add: (rows: number, characters: number): void => {
      const bytes = rows * rowBytes + characters
      added += bytes
      onAdded(bytes)
    },
    /** The day's budget is used up. */
    isSpent: async (): Promise<boolean> => {
      const today = isoDate(now())
      if (day !== today || added >= stepBytes) await exchange(today)
      return stored + added > most
    },
  }
}
export type DailyBytes = ReturnType<typeof createDailyBytes>
