import { emptyUrl } from '../support/databases.ts'
import { sql, type Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { connect, openDatabase } from '../../src/database/database.ts'
import { hasPooler, startPooler } from '../support/pooler.ts'
import { databaseClock } from '../../src/database/postgres.ts'

interface Items {
  item: { id: number; name: string; more?: string | null }
}

const direct = (url: string) => connect<Items>(url, 1)

/** A table with one row. One connection, so that all statements share it. */
const withItems = async (through = async (url: string) => url) => {
  const url = await emptyUrl('postgres')
  await using made = direct(url)
  await made.sql.schema.createTable('item').addColumn('id', 'integer').addColumn('name', 'text').execute()
  await made.sql.insertInto('item').values({ id: 1, name: 'one' }).execute()
  const database = await openDatabase<Items>(await through(url), { program: 'bot', steps: {} }, { pool: 1 })
  onTestFinished(() => database[Symbol.asyncDispose]())
  return { url, database }
}
const itemsOf = (run: Kysely<Items>) => run.selectFrom('item').selectAll().where('id', '=', 1).execute()
const namesIn = async (run: Kysely<Items>) => {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(run)
  return rows.map(({ statement }) => statement)
}

test('a statement that is used often is planned once for a connection', async () => {
  const { database } = await withItems()
  for (let use = 0; use < 4; use += 1) await itemsOf(database.sql)
  expect(await namesIn(database.sql)).toEqual([])
  for (let use = 0; use < 4; use += 1) expect(await itemsOf(database.sql)).toEqual([{ id: 1, name: 'one' }])
  expect(await namesIn(database.sql)).toEqual(['select * from "item" where "id" = $1'])
})

test('a statement of many rows has no name', async () => {
  const { database } = await withItems()
  const ids = Array.from({ length: 900 }, (_, id) => id)
  for (let use = 0; use < 8; use += 1)
    await database.sql.selectFrom('item').selectAll().where('id', 'in', ids).execute()
  expect(await namesIn(database.sql)).toEqual([])
})

test.runIf(hasPooler)('behind a pooler no statement has a name', async () => {
  const { database } = await withItems(startPooler)
  for (let use = 0; use < 8; use += 1) await itemsOf(database.sql)
  expect(await namesIn(database.sql)).toEqual([])
})

test('a table that another node migrates meanwhile is read as it is then, in a transaction too', async () => {
  const { url, database } = await withItems()
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
  await using other = direct(url)
  await other.sql.schema.alterTable('item').addColumn('more', 'text').execute()
  expect(await inTransaction()).toEqual([{ id: 1, name: 'one', more: null }])
  for (let use = 0; use < 8; use += 1) await itemsOf(database.sql)
  await other.sql.schema.alterTable('item').dropColumn('more').execute()
  expect(await itemsOf(database.sql)).toEqual([{ id: 1, name: 'one' }])
})

describe('the server’s clock', () => {
  const dayMs = 86_400_000

  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  /** A server, whose clock is `ahead` of this process's, and which takes `tookMs` to answer. */
  const server = () => {
    const state = { ahead: 0, tookMs: 0, asked: 0 }
    const ask = async () => {
      state.asked += 1
      // The server looks at its clock halfway.
      vi.advanceTimersByTime(state.tookMs / 2)
      const at = performance.timeOrigin + performance.now() + state.ahead
      vi.advanceTimersByTime(state.tookMs / 2)
      return at
    }
    const right = () => Math.round(performance.timeOrigin + performance.now() + state.ahead)
    return { state, ask, right }
  }

  test('the time is the server’s, also while this process’s clock is set', async () => {
    const { state, ask, right } = server()
    state.ahead = dayMs
    state.tookMs = 40
    using clock = await databaseClock(ask)
    expect(clock.now()).toBe(right())
    vi.setSystemTime(Date.now() + 2 * dayMs)
    expect(clock.now()).toBe(right())
    vi.setSystemTime(Date.now() - 5 * dayMs)
    expect(clock.now()).toBe(right())
  })

  test('a server with another clock, such as a promoted replica, is followed after ten seconds', async () => {
    const { state, ask, right } = server()
    using clock = await databaseClock(ask)
    state.ahead = -60_000
    await vi.advanceTimersByTimeAsync(10_000)
    expect(clock.now()).toBe(right())
  })

  test('a machine that slept asks at once', async () => {
    const { state, ask, right } = server()
    using clock = await databaseClock(ask)
    // The server's clock went on, as this process's `Date` did. Its other clock stood still.
    state.ahead = 600_000
    vi.setSystemTime(Date.now() + 600_000)
    clock.now()
    await vi.advanceTimersByTimeAsync(0)
    expect(clock.now()).toBe(right())
  })

  test('an answer that took long is left out, and so is an error', async () => {
    const { state, ask, right } = server()
    using clock = await databaseClock(() => (state.asked === 2 ? Promise.reject(new Error('away')) : ask()))
    state.tookMs = 400
    const before = right()
    const said = clock.now()
    state.ahead = 5_000
    await vi.advanceTimersByTimeAsync(30_000)
    expect(state.asked).toBe(2)
    expect(clock.now() - said).toBe(right() - 5_000 - before)
  })

  test('a machine that slept asks until it has an answer, one question at a time', async () => {
    const { state, ask, right } = server()
    let isAway = false
    using clock = await databaseClock(() => (isAway ? Promise.reject(new Error('away')) : ask()))
    isAway = true
    state.ahead = 600_000
    vi.setSystemTime(Date.now() + 600_000)
    clock.now()
    clock.now()
    await vi.advanceTimersByTimeAsync(0)
    isAway = false
    clock.now()
    await vi.advanceTimersByTimeAsync(0)
    expect(state.asked).toBe(1)
    await vi.advanceTimersByTimeAsync(500)
    clock.now()
    clock.now()
    await vi.advanceTimersByTimeAsync(0)
    expect(state.asked).toBe(2)
    expect(clock.now()).toBe(right())
  })

  test('an answer that is no more precise than its difference changes nothing, so that time does not jump', async () => {
    const { state, ask, right } = server()
    using clock = await databaseClock(ask)
    state.tookMs = 100
    state.ahead = -40
    await vi.advanceTimersByTimeAsync(10_000)
    expect(clock.now()).toBe(right() + 40)
    state.tookMs = 20
    await vi.advanceTimersByTimeAsync(10_000)
    expect(clock.now()).toBe(right())
  })
})
