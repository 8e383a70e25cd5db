import { randomBytes } from 'node:crypto'
import type { Database } from './database.ts'

/** Slack's identifiers: timestamps that only grow, and ids with a letter prefix. */
export const createStamps = (database: Database, now: () => number) => {
  const row = database.get<{ value: string }>("select value from setting where name = 'last_ts'")
  let last = BigInt(row?.value ?? '0')

  return {
    /** `1763702400.000100`: unique in the workspace and always growing, even if the clock is set back. */
    ts: (): string => {
      const clock = BigInt(Math.floor(now())) * 1_000n
      last = clock > last ? clock : last + 1n
      database.run(
        "insert into setting values ('last_ts', ?) on conflict (name) do update set value = excluded.value",
        String(last),
      )
      const digits = String(last).padStart(16, '0')
      return `${digits.slice(0, -6)}.${digits.slice(-6)}`
    },
    id: (letters: string): string => letters + randomBytes(6).toString('hex').toUpperCase(),
    secret: (): string => randomBytes(16).toString('hex'),
  }
}
