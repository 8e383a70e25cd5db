import { sql, type Kysely } from 'kysely'
import {
  openDatabase,
  wholeBot,
  type BotDatabase,
  type Database,
  type Queries,
  type Tx,
} from '../../src/bot/store/database.ts'
import { engines, emptyUrl, type EngineName } from '../support/databases.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { dropKey, readKey, writeKey } from '../../src/bot/store/key-values.ts'
import { putMute, mutesOf, channelSettings } from '../../src/bot/store/channel-settings.ts'
import type { Database as AnyDatabase, Tx as AnyTx } from '../../src/database/database.ts'
import type { LaneTables } from '../../src/lanes/tables.ts'
import type { BotTables } from '../../src/bot/store/tables.ts'

/** Not an installation's: the queue's rows, the mark of a restored copy, and who is installed. */
const others = ['connection', 'installation', 'job', 'lane', 'restored']

type Row = Record<string, unknown>
type Any = Kysely<Record<string, Row>>

const untyped = (queries: unknown) => queries as Any

const tablesOf = async (queries: unknown) =>
  (await untyped(queries).introspection.getTables())
    .filter(({ name }) => !others.includes(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))

const tableNames = async ({ lanes }: BotDatabase): Promise<string[]> =>
  (await tablesOf(lanes.sql)).map(({ name }) => name)

/** A value in every column, except for generated ids and the installation. */
const rowFor = (columns: readonly { name: string; dataType: string }[], text: string): Row =>
  Object.fromEntries(
    columns
      .filter(({ name }) => name !== 'id' && name !== 'installation_id')
      .map(({ name, dataType }) => [name, /int/i.test(dataType) ? text.length : `${text} ${name}`]),
  )

/** One row in each table, with the same values for the same text. Returns the rows by table. */
const fill = async (queries: unknown, text: string): Promise<Map<string, Row>> => {
  const rows = new Map<string, Row>()
  for (const { name, columns } of await tablesOf(queries)) {
    const row = rowFor(columns, text)
    await untyped(queries).insertInto(name).values(row).execute()
    rows.set(name, row)
  }
  return rows
}

const rowsIn = (queries: unknown, table: string): Promise<Row[]> =>
  untyped(queries).selectFrom(table).selectAll().execute()

/** Of each primary key and unique index. */
const uniqueKeys = async ({
  lanes: { sql: queries },
  engine,
}: BotDatabase): Promise<{ table: string; columns: string[] }[]> => {
  const { rows } =
    engine.name === 'sqlite'
      ? await sql<{ table: string; columns: string }>`
          select tables.name as "table", (
            select group_concat(name) from (select name from pragma_index_info(keys.name) order by seqno)
          ) as columns
          from sqlite_master tables, pragma_index_list(tables.name) keys
          where tables.type = 'table' and keys."unique" = 1`.execute(queries)
      : await sql<{ table: string; columns: string }>`
          select tables.relname as "table", (
            select string_agg(attname, ',' order by position)
            from unnest(keys.indkey) with ordinality as parts(attnum, position)
            join pg_attribute on attrelid = tables.oid and pg_attribute.attnum = parts.attnum
          ) as columns
          from pg_index keys join pg_class tables on tables.oid = keys.indrelid
          where keys.indisunique and tables.relnamespace = 'public'::regnamespace`.execute(queries)
  return rows
    .filter(
      ({ table }) => !others.includes(table) && !table.startsWith('kysely_') && !table.startsWith('sqlite_'),
    )
    .map(({ table, columns }) => ({ table, columns: columns.split(',') }))
}

/** This one included. */
const connections = async ({ lanes }: BotDatabase): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity where datname = current_database()`.execute(lanes.sql)
  return Number(rows[0]?.n)
}

/** How SQLite would look for a comment's parts, in a database that knows nothing of its rows yet. */
const planForParts = async ({ sql: queries }: Database): Promise<string> => {
  const { rows } = await sql<{ detail: string }>`
    explain query plan select * from reply_comment
    where installation_id = 1 and (comment_uuid = 'c' or (task_uuid = 't' and state = 'unknown'))`.execute(
    queries,
  )
  return rows.map(({ detail }) => detail).join('\n')
}

const opened = async (url: string, pool?: number): Promise<BotDatabase> => {
  const database = await openDatabase(url, pool === undefined ? {} : { pool })
  onTestFinished(async () => database[Symbol.asyncDispose]())
  return database
}

const fresh = async (engine: EngineName, pool?: number) => opened(await emptyUrl(engine), pool)

/** Two installations with the same values in every table. */
const twins = async (engine: EngineName) => {
  const database = await fresh(engine)
  const [one, other] = [database.of(1), database.of(2)]
  const rows = await fill(one.sql, 'same')
  await fill(other.sql, 'same')
  return { database, one, other, rows, tables: [...rows.keys()] }
}

const mute = { channel: 'C', until: undefined, by: 'U', at: 1 }

describe.each(engines)('installations on %s', (engine) => {
  test('are part of every key of every table, except of ids from one sequence', async () => {
    const database = await fresh(engine)
    const keys = await uniqueKeys(database)
    const shared = keys.filter(({ columns: [first] }) => first !== 'installation_id')
    expect(shared.filter(({ columns }) => columns.join() !== 'id')).toEqual([])
    const named = new Set(keys.map(({ table }) => table))
    expect((await tableNames(database)).filter((table) => !named.has(table))).toEqual([])
  })

  test('do not see, change or collide with what is the same in another', async () => {
    const { database, one, other, rows, tables } = await twins(engine)
    expect(tables.length).toBeGreaterThan(17)
    for (const [table, row] of rows) {
      const [own, ...more] = await rowsIn(one.sql, table)
      expect(own, table).toMatchObject(row)
      expect(own, table).not.toHaveProperty('installation_id')
      expect(more, table).toEqual([])
      const all = await rowsIn(database.across.sql, table)
      expect(new Set(all.map(({ installation_id: of }) => of)), table).toEqual(new Set([1, 2]))
      await untyped(one.sql).deleteFrom(table).execute()
      expect(await rowsIn(one.sql, table), table).toEqual([])
      expect(await rowsIn(other.sql, table), table).toHaveLength(1)
    }
  })

  test('share a transaction of the queue, in which each sees its own', async () => {
    const database = await fresh(engine)
    await database.lanes.transaction(async (tx) => {
      const [one, two] = [database.within(tx, 1), database.within(tx, 2)]
      expect(two.installation).toBe(2)
      await putMute(one, mute)
      await putMute(two, { ...mute, by: 'U2' })
      expect(await mutesOf(two.sql, 0, 'all')).toEqual([{ ...mute, by: 'U2' }])
    })
    expect(await mutesOf(database.of(1).sql, 0, ['C'])).toEqual([mute])
    expect(await mutesOf(database.of(3).sql, 0, 'all')).toEqual([])
  })

  test('have no part in what belongs to the whole bot, which has settings only', async () => {
    const database = await fresh(engine)
    const [whole, one] = [database.of(wholeBot), database.of(1)]
    await writeKey(whole.sql, 'key', 'whole')
    expect(await readKey(one.sql, 'key')).toBeUndefined()
    await dropKey(one.sql, 'key')
    expect(await readKey(whole.sql, 'key')).toBe('whole')
    await expect(whole.transaction((tx) => putMute(tx, mute))).rejects.toThrow(/check/i)
  })

  test('cost no connections, however many there are', async () => {
    const database = await fresh(engine, 3)
    const installations = Array.from({ length: 1_000 }, (_, at) => at + 1)
    await Promise.all(installations.map((one) => writeKey(database.of(one).sql, 'mine', `${one}`)))
    const read = await Promise.all(installations.map((one) => readKey(database.of(one).sql, 'mine')))
    expect(read).toEqual(installations.map(String))
    if (engine === 'postgres') expect(await connections(database)).toBeLessThanOrEqual(3)
  })
})

test('SQLite takes an installation for many rows, and looks by what is rarer', async () => {
  const database = await fresh('sqlite')
  const plan = await planForParts(database.of(1))
  expect(plan).toContain('reply_comment_uuid (installation_id=? AND comment_uuid=?)')
  expect(plan).toContain('reply_comment_task (installation_id=? AND task_uuid=? AND state=?)')
})

/** Each line compiles, or has to be refused. None runs. */
const compiled = {
  one: (database: BotDatabase) => channelSettings(database.of(1).sql, 'C'),
  inTransaction: (tx: Tx) => putMute(tx, mute).then(() => channelSettings(tx.sql, 'C')),
  part: (database: BotDatabase, tx: AnyTx<LaneTables>) => putMute(database.within(tx, 1), mute),
  // @ts-expect-error -- queries of every installation
  across: ({ across }: BotDatabase) => channelSettings(across.sql, 'C'),
  // @ts-expect-error -- a transaction over every installation
  acrossPut: ({ across }: BotDatabase) => across.transaction((tx) => putMute(tx, mute)),
  // @ts-expect-error -- queries of the queue
  queue: (database: BotDatabase) => channelSettings(database.lanes.sql, 'C'),
  // @ts-expect-error -- queries that nobody limited, though they know the tables
  bare: (database: AnyDatabase<BotTables & LaneTables>) => channelSettings(database.sql, 'C'),
  // @ts-expect-error -- a transaction that nobody limited
  bareTransaction: (tx: AnyTx<BotTables & LaneTables>) => putMute(tx, mute),
  // @ts-expect-error -- an installation's rows have no column for it
  column: (sql: Queries) => sql.selectFrom('reply').select('installation_id'),
  acrossColumn: ({ across }: BotDatabase) => across.sql.selectFrom('reply').select('installation_id'),
}

test('queries of no installation do not compile where an installation’s are wanted', () => {
  expect(Object.keys(compiled)).toHaveLength(10)
})
