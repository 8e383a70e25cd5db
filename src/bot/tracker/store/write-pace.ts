import { sql } from 'kysely'
import type { Given } from '../../../database/statement.ts'
import { statement, type Database } from '../../store/database.ts'
import { readKey } from '../../store/key-values.ts'

/** Stored times further ahead come from a wrong clock, and must not stop all writes. */
const furthestMs = 5 * 60_000
const clockSlackMs = 5_000

const stored = sql<number>`cast(setting.value as bigint)`

/** Unless the stored time is after `due`. One after `latest` comes from a wrong clock. */
const advance = statement(
  (db, { key, to, due, latest }: Given<{ key: string; to: string; due: number; latest: number }>) =>
    db
      .insertInto('setting')
      .values({ key, value: to })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({ value: to })
          .where((row) => row.or([row(stored, '<=', due), row(stored, '>', latest)])),
      ),
)

/**
 * Turns for writes to the tracker, for all nodes: who advances the stored time has the turn. `id`: the tracker account,
 * which limits its writes.
 */
export const writePace = (
  { id, database }: { readonly id: number; readonly database: Pick<Database, 'sql' | 'now'> },
  { now = database.now, gapMs = 1_000 }: { now?: () => number; gapMs?: number } = {},
) => {
  const { sql: queries } = database
  const [key, heldKey] = [ownKey('next_write_at', id), ownKey('writes_held_until', id)]
  const timeOf = async (name: string) => Number((await readKey(queries, name)) ?? 0)
  return {
    /** Returns 0 if this node has the turn, else the wait in ms. */
    take: async () => {
      const at = now()
      const held = (await timeOf(heldKey)) - at
      if (held > 0 && held <= furthestMs) return held
      const latest = at + gapMs + clockSlackMs
      if ((await advance.run(queries, { key, to: String(at + gapMs), due: at, latest })) > 0) return 0
      return Math.max(1, (await timeOf(key)) - at)
    },
    /** Blocks all turns for `ms`, at most five minutes. */
    hold: async (ms: number) => {
      const until = now() + Math.min(ms, furthestMs)
      await advance.run(queries, {
        key: heldKey,
        to: String(until),
        due: until - 1,
        latest: until + furthestMs,
      })
    },
  }
}

/** A setting's key for one tracker account. The default one, 1, has the plain key. */
const ownKey = (key: string, tracker: number): string => (tracker === 1 ? key : `${key}:${tracker}`)
