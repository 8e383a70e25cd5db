import type { Given } from '../../database/statement.ts'
import { defaultInstallation, type Queries, statement, type Database, type Tx } from './database.ts'
import { sql } from 'kysely'

const valueOf = statement((db, { key }: Given<{ key: string }>) =>
  db.selectFrom('setting').select('value').where('key', '=', key),
)

export const readKey = async (sql: Queries, key: string): Promise<string | undefined> =>
  (await valueOf.first(sql, { key }))?.value

/** By key, without the prefix. */
export const keysUnder = async (sql: Queries, prefix: string): Promise<Map<string, string>> => {
  const rows = await sql
    .selectFrom('setting')
    .selectAll()
    .where('key', 'like', `${prefix}%`)
    .orderBy('key')
    .execute()
  return new Map(rows.map(({ key, value }) => [key.slice(prefix.length), value]))
}

const put = statement((db, { key, value }: Given<{ key: string; value: string }>) =>
  db
    .insertInto('setting')
    .values({ key, value })
    // An equal value writes no page to disk.
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ value }).where('setting.value', '<>', value),
    ),
)

export const writeKey = async (sql: Queries, key: string, value: string): Promise<void> => {
  await put.run(sql, { key, value })
}

/** Locks the key until the transaction ends. True if it wasn't there. Then it has this value, which must be a new one. */
export const claimKey = async ({ sql }: Tx, key: string, value: string): Promise<boolean> => {
  const row = await sql
    .insertInto('setting')
    .values({ key, value })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((old) => ({ value: old.ref('setting.value') })),
    )
    .returning('value')
    .executeTakeFirst()
  return row?.value === value
}

export const dropKey = async (sql: Queries, key: string): Promise<void> => {
  await sql.deleteFrom('setting').where('key', '=', key).execute()
}

const instance = 'instance_key'

/** Undefined before the first start. */
export const knownInstanceKey = (sql: Queries): Promise<string | undefined> => readKey(sql, instance)

/** The same on every node of one database. The first node creates it. */
export const instanceKey = async (sql: Queries, make: () => string): Promise<string> => {
  await sql
    .insertInto('setting')
    .values({ key: instance, value: make() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  return (await knownInstanceKey(sql)) ?? ''
}

/** `unsubscribed:CHANNEL`: when a subscription of the channel was last removed, in ms. */
export const unsubscribedPrefix = 'unsubscribed:'

export const apiUserKey = 'api_user_uuid'
/** Who wrote our last comment, if the user is configured. */
export const apiUserSeenKey = 'api_user_seen'

/** Messages about mentions are on until the person turns them off. */
const mentionsPrefix = 'mention_messages:'

export const wantsMentions = async (sql: Queries, user: string): Promise<boolean> =>
  (await readKey(sql, mentionsPrefix + user)) !== 'off'

export const setMentions = (sql: Queries, user: string, to: 'on' | 'off'): Promise<void> =>
  writeKey(sql, mentionsPrefix + user, to)

/** After how many working days a customer's words are overdue for a reply. */
const replyDueKey = 'reply_due_days'

export const replyDueIn = async (sql: Queries): Promise<number> =>
  Number((await readKey(sql, replyDueKey)) ?? 1)

export const setReplyDue = (sql: Queries, days: number): Promise<void> =>
  writeKey(sql, replyDueKey, String(days))

/** When a node was last running, in ms. */
const heardKey = 'heard_at'

export const lastHeard = async (sql: Queries): Promise<number | undefined> => {
  const value = await readKey(sql, heardKey)
  return value === undefined ? undefined : Number(value)
}

/** The search for missed replies starts here, as if nothing was missed before. */
export const noteHeard = (sql: Queries, now: number): Promise<void> => writeKey(sql, heardKey, String(now))

/** Stored times further ahead come from a wrong clock, and must not stop all writes. */
const furthestMs = 5 * 60_000
const clockSlackMs = 5_000

const stored = sql<number>`cast(setting.value as bigint)`

/** Sets the time unless the stored one is after `due`. A stored time after `latest` comes from a wrong clock. */
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

/** For all nodes: who advances the stored time has the turn. `id`: the tracker account, which limits its writes. */
export const writePace = (
  { id, database }: { readonly id: number; readonly database: Pick<Database, 'sql' | 'now'> },
  { now = database.now, gapMs = 1_000 }: { now?: () => number; gapMs?: number } = {},
) => {
  const { sql: queries } = database
  const [key, heldKey] = [ownKey('next_write_at', id), ownKey('writes_held_until', id)]
  const timeOf = async (name: string) => Number((await readKey(queries, name)) ?? 0)
  return {
    /** 0 if this node has the turn, else the wait in ms. */
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

/** The environment's tracker has the plain key. */
const ownKey = (key: string, tracker: number): string =>
  tracker === defaultInstallation ? key : `${key}:${tracker}`
