import { emptyUrl } from '../support/databases.ts'
import { sql, type Kysely } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { connect, openDatabase } from '../../src/database/database.ts'
import { hasPooler, startPooler } from '../support/pooler.ts'

interface Items {
  item: { id: number; name: string; more?: string | null }
}

/** One connection, so that all statements share it. */
const opened = async (url: string) => {
  const database = await openDatabase<Items>(url, { program: 'bot', steps: {} }, { pool: 1 })
  onTestFinished(() => database[Symbol.asyncDispose]())
  return database
}
const withItems = async (url: string): Promise<void> => {
  await using direct = connect<Items>(url, 1)
  await direct.sql.schema.createTable('item').addColumn('id', 'integer').addColumn('name', 'text').execute()
  await direct.sql.insertInto('item').values({ id: 1, name: 'one' }).execute()
}
const addColumn = async (url: string): Promise<void> => {
  await using direct = connect<Items>(url, 1)
  await direct.sql.schema.alterTable('item').addColumn('more', 'text').execute()
}
const itemsOf = (run: Kysely<Items>) => run.selectFrom('item').selectAll().where('id', '=', 1).execute()
const namesIn = async (run: Kysely<Items>) => {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(run)
  return rows.map(({ statement }) => statement)
}

test('a statement that is used often is planned once for a connection', async () => {
  const url = await emptyUrl('postgres')
  await withItems(url)
  const database = await opened(url)
  for (let use = 0; use < 4; use += 1) await itemsOf(database.sql)
  expect(await namesIn(database.sql)).toEqual([])
  for (let use = 0; use < 4; use += 1) expect(await itemsOf(database.sql)).toEqual([{ id: 1, name: 'one' }])
  expect(await namesIn(database.sql)).toEqual(['select * from "item" where "id" = $1'])
})

test('a statement of many rows has no name', async () => {
  const url = await emptyUrl('postgres')
  await withItems(url)
  const database = await opened(url)
  const ids = Array.from({ length: 900 }, (_, id) => id)
  for (let use = 0; use < 8; use += 1)
    await database.sql.selectFrom('item').selectAll().where('id', 'in', ids).execute()
  expect(await namesIn(database.sql)).toEqual([])
})

test.runIf(hasPooler)('behind a pooler no statement has a name', async () => {
  const url = await emptyUrl('postgres')
  await withItems(url)
  const database = await opened(await startPooler(url))
  for (let use = 0; use < 8; use += 1) await itemsOf(database.sql)
  expect(await namesIn(database.sql)).toEqual([])
})

test('a table that another node migrates meanwhile is read as it is then, in a transaction too', async () => {
  const url = await emptyUrl('postgres')
  await withItems(url)
  const database = await opened(url)
  const inTransaction = async () => {
    const committed: number[] = []
    const found = await database.transaction(async (tx) => {
      tx.afterCommit(() => committed.push(1))
      return itemsOf(tx.sql)
    })
    expect(committed).toEqual([1])
    return found
  }
  for (let use = 0; use < 8; use += 1) await inTransaction()
  await addColumn(url)
  expect(await inTransaction()).toEqual([{ id: 1, name: 'one', more: null }])
  for (let use = 0; use < 8; use += 1) await itemsOf(database.sql)
  await using direct = connect<Items>(url, 1)
  await direct.sql.schema.alterTable('item').dropColumn('more').execute()
  expect(await itemsOf(database.sql)).toEqual([{ id: 1, name: 'one' }])
})
