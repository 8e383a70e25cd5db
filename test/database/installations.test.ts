import { engines, emptyUrl, type EngineName } from '../support/databases.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  openDatabase,
  wholeBot,
  type BotDatabase,
  type AcrossTx,
  type Queries,
  type Tx,
} from '../../src/bot/store/database.ts'
import { dropKey, readKey, writeKey } from '../../src/bot/store/key-values.ts'
import { putMute, mutesOf, channelSettings } from '../../src/bot/store/channel-settings.ts'
import { clear, connections, planForParts, fill, rowsIn, tableNames, uniqueKeys } from './every-table.ts'
import type { Database, Tx as AnyTx } from '../../src/database/database.ts'
import type { LaneTables } from '../../src/lanes/tables.ts'
import type { BotTables } from '../../src/bot/store/tables.ts'

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
      const all = await database.across((tx) => rowsIn(tx.sql, table))
      expect(new Set(all.map(({ installation_id: of }) => of)), table).toEqual(new Set([1, 2]))
      await clear(one.sql, table)
      expect(await rowsIn(one.sql, table), table).toEqual([])
      expect(await rowsIn(other.sql, table), table).toHaveLength(1)
    }
  })

  test('share a transaction, in which each sees its own', async () => {
    const database = await fresh(engine)
    const mute = { channel: 'C1', until: undefined, by: 'U1', at: 1 }
    await database.across(async (tx) => {
      expect(tx.of(2).installation).toBe(2)
      await putMute(tx.of(1), mute)
      await putMute(tx.of(2), { ...mute, by: 'U2' })
      expect(await mutesOf(tx.of(2).sql, 0, 'all')).toEqual([{ ...mute, by: 'U2' }])
    })
    expect(await mutesOf(database.of(1).sql, 0, ['C1'])).toEqual([mute])
    expect(await mutesOf(database.of(3).sql, 0, 'all')).toEqual([])
  })

  test('have no part in what belongs to the whole bot, which has settings only', async () => {
    const database = await fresh(engine)
    const [whole, one] = [database.of(wholeBot), database.of(1)]
    await writeKey(whole.sql, 'key', 'whole')
    expect(await readKey(one.sql, 'key')).toBeUndefined()
    await dropKey(one.sql, 'key')
    expect(await readKey(whole.sql, 'key')).toBe('whole')
    const mute = { channel: 'C1', until: undefined, by: 'U1', at: 1 }
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

test('a transaction of the queue becomes one of an installation’s', async () => {
  for (const engine of engines) {
    const database = await fresh(engine)
    await database.lanes.transaction(async (tx) => {
      await writeKey(database.within(tx, 1).sql, 'mine', 'one')
      await writeKey(database.within(tx, 2).sql, 'mine', 'two')
    })
    expect(await readKey(database.of(1).sql, 'mine')).toBe('one')
    expect(await readKey(database.of(2).sql, 'mine')).toBe('two')
  }
})

test('SQLite takes an installation for many rows, and looks by what is rarer', async () => {
  const database = await fresh('sqlite')
  const plan = await planForParts(database.of(1))
  expect(plan).toContain('reply_comment_uuid (installation_id=? AND comment_uuid=?)')
  expect(plan).toContain('reply_comment_task (installation_id=? AND task_uuid=? AND state=?)')
})

const mute = { channel: 'C', until: undefined, by: 'U', at: 1 }

/** Each line compiles, or has to be refused. None runs. */
const compiled = {
  one: (database: BotDatabase) => channelSettings(database.of(1).sql, 'C'),
  inTransaction: (tx: Tx) => putMute(tx, mute).then(() => channelSettings(tx.sql, 'C')),
  part: (across: AcrossTx) => putMute(across.of(1), mute),
  // @ts-expect-error -- queries of every installation
  across: (tx: AcrossTx) => channelSettings(tx.sql, 'C'),
  // @ts-expect-error -- a transaction over every installation
  acrossPut: (tx: AcrossTx) => putMute(tx, mute),
  // @ts-expect-error -- queries of the queue
  queue: (database: BotDatabase) => channelSettings(database.lanes.sql, 'C'),
  // @ts-expect-error -- queries that nobody limited, though they know the tables
  bare: (database: Database<BotTables & LaneTables>) => channelSettings(database.sql, 'C'),
  // @ts-expect-error -- a transaction that nobody limited
  bareTransaction: (tx: AnyTx<BotTables & LaneTables>) => putMute(tx, mute),
  // @ts-expect-error -- an installation's rows have no column for it
  column: (sql: Queries) => sql.selectFrom('reply').select('installation_id'),
  acrossColumn: (tx: AcrossTx) => tx.sql.selectFrom('reply').select('installation_id'),
}

test('queries of no installation do not compile where an installation’s are wanted', () => {
  expect(Object.keys(compiled)).toHaveLength(10)
})
