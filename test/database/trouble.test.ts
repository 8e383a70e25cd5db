import { sql } from 'kysely'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { openOne } from '../support/open-one.ts'
import { freshDatabaseUrl, openFresh } from '../support/databases.ts'
import { doorway } from './doorway.ts'
import { addItem, createItems, readItems, writeItems } from './items.ts'
import type { Database, Tx } from '../../src/bot/store/database.ts'
import { isUnwritable, repeated } from '../../src/database/trouble.ts'

/** Ends the transaction's connection on the server, as a crash of the server does. */
const crash = async (database: Database, tx: Tx): Promise<void> => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx.sql)
  await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database.sql)
}

test('a server that crashes under a transaction fails the transaction alone, with the reason', async () => {
  const database = await openFresh('postgres')
  await createItems(database)
  const lost = database.transaction(async (tx) => {
    await crash(database, tx)
    // The connection tells of its end by itself, while nobody asks it anything.
    await sleep(50)
    await writeItems(tx, ['lost'])
  })
  await expect(lost).rejects.toThrow(/terminat|not queryable/i)
  await database.transaction((tx) => writeItems(tx, ['kept']))
  expect(await readItems(database)).toEqual(['kept'])
})

test('a server that is away is waited for and told of once', async () => {
  const door = await doorway(await freshDatabaseUrl('postgres'))
  await door.shut()
  const onAway = vi.fn<(error: Error) => Promise<void>>(async () => undefined)
  const { signal } = new AbortController()
  const opening = openOne(door.url, { waiting: { onAway, signal, pauseMs: 5 } })
  await expect.poll(() => onAway.mock.calls.length).toBe(1)
  await sleep(50)
  await door.open()
  await using database = await opening
  await createItems(database)
  expect(onAway).toHaveBeenCalledTimes(1)
  expect(String(onAway.mock.calls[0]?.[0])).toContain('ECONNREFUSED')
})

test('a database that nobody can open is not waited for', async () => {
  const url = new URL(await freshDatabaseUrl('postgres'))
  url.password = 'another'
  const onAway = vi.fn<(error: Error) => Promise<void>>(async () => undefined)
  const { signal } = new AbortController()
  await expect(openOne(url.href, { waiting: { onAway, signal } })).rejects.toThrow('password')
  expect(onAway).not.toHaveBeenCalled()
})

/** Resolves for all once `count` have come. */
const meeting = (count: number) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let come = 0
  return () => {
    come += 1
    if (come >= count) resolve()
    return promise
  }
}

/** Holds the lock of the row until the end of the transaction. */
const touchItem = async (tx: Tx, text: string): Promise<void> => {
  await sql`update item set text = text where text = ${text}`.execute(tx.sql)
}

const crossing = async (database: Database) => {
  await createItems(database)
  await database.transaction((tx) => writeItems(tx, ['a', 'b']))
  const met = meeting(2)
  const committed: string[] = []
  let tries = 0
  const both = async (first: string, second: string) =>
    database.transaction(async (tx: Tx) => {
      tries += 1
      tx.afterCommit(() => committed.push(first))
      await touchItem(tx, first)
      await met()
      await touchItem(tx, second)
      await addItem(tx, `after ${first}`)
    })
  await Promise.all([both('a', 'b'), both('b', 'a')])
  return { tries, committed }
}

test('two transactions that lock the same rows crosswise are both done, each once, on postgres', async () => {
  const database = await openFresh('postgres')
  const { tries, committed } = await crossing(database)
  // On a busy machine the second try may cross the first again.
  expect(tries).toBeGreaterThanOrEqual(3)
  expect(committed.sort()).toEqual(['a', 'b'])
  expect((await readItems(database)).sort()).toEqual(['a', 'after a', 'after b', 'b'])
})

const failing = (code: string, times: number) => {
  const run = { tries: 0 }
  const work = () => {
    run.tries += 1
    return run.tries <= times
      ? Promise.reject(Object.assign(new Error(code), { code }))
      : Promise.resolve('done')
  }
  return { run, work }
}

test.each([
  ['a transaction that always crosses others is given up after five tries', '40001', 99, 5],
  ['any other failure is not repeated', '23505', 1, 1],
])('%s', async (_, code, times, tries) => {
  const { run, work } = failing(code, times)
  await expect(repeated(work, () => 0)).rejects.toMatchObject({ code })
  expect(run.tries).toBe(tries)
})

test.each(['57P01', '57P02', '57P03', '08006'])(
  'a connection that is lost before the commit (%s) repeats the transaction',
  async (code) => {
    const { run, work } = failing(code, 2)
    await expect(repeated(work, () => 0)).resolves.toBe('done')
    expect(run.tries).toBe(3)
  },
)

test('a connection that is lost during the commit repeats nothing: it may be done', async () => {
  const { run, work } = failing('57P01', 1)
  const committing = (begun: () => void) => {
    begun()
    return work()
  }
  await expect(repeated(committing, () => 0)).rejects.toMatchObject({ code: '57P01' })
  expect(run.tries).toBe(1)
})

/** A transaction that writes two items, and meets trouble between them at its first try. */
const troubled = async (database: Database, trouble: (tx: Tx) => unknown) => {
  await createItems(database)
  const committed: string[] = []
  let tries = 0
  await database.transaction(async (tx) => {
    tries += 1
    tx.afterCommit(() => committed.push('kept'))
    await addItem(tx, 'kept')
    if (tries === 1) await trouble(tx)
    await addItem(tx, 'kept too')
  })
  return { tries, committed, items: await readItems(database) }
}

const onceMore = { tries: 2, committed: ['kept'], items: ['kept', 'kept too'] }

test('a transaction whose connection the server ends is done once, on another connection', async () => {
  const database = await openFresh('postgres')
  expect(await troubled(database, (tx) => crash(database, tx))).toEqual(onceMore)
})

test('a transaction whose connection is reset is done once, on another connection', async () => {
  const door = await doorway(await freshDatabaseUrl('postgres'))
  await using database = await openOne(door.url)
  expect(await troubled(database, () => door.reset())).toEqual(onceMore)
})

test('a server that ends the connection at the commit leaves it to the caller to look', async () => {
  const database = await openFresh('postgres')
  await createItems(database)
  await sql`create function end_it() returns trigger language plpgsql as
    'begin perform pg_terminate_backend(pg_backend_pid()); return null; end'`.execute(database.sql)
  await sql`create constraint trigger ends after insert on item deferrable initially deferred
    for each row execute function end_it()`.execute(database.sql)
  let tries = 0
  const lost = database.transaction(async (tx) => {
    tries += 1
    await addItem(tx, 'lost')
  })
  await expect(lost).rejects.toThrow(/terminat/i)
  expect(tries).toBe(1)
  expect(await readItems(database)).toEqual([])
})

/** Statements that the database refuses for now, each for another reason. */
const refused: Record<string, ['sqlite' | 'postgres', string[]]> = {
  'a read-only file': ['sqlite', ['pragma query_only = on', "insert into item values ('a')"]],
  'a full disk': ['sqlite', ['pragma max_page_count = 1', 'create table more (text text)']],
  'a read-only server': ['postgres', ['set transaction read only', "insert into item values ('a')"]],
  'a lock that is not had in time': ['postgres', ["set local lock_timeout = '1ms'", 'lock table item']],
  'a statement that takes too long': [
    'postgres',
    ["set local statement_timeout = '1ms'", 'select pg_sleep(9)'],
  ],
}

test.each(Object.entries(refused))('%s is told from a failure', async (_, [engine, statements]) => {
  const database = await openFresh(engine)
  await createItems(database)
  const failureOf = (texts: readonly string[]) => {
    const work = database.transaction(async ({ sql: own }) => {
      for (const text of texts) await sql.raw(text).execute(own)
    })
    return work.then(
      () => undefined,
      (error: unknown) => error,
    )
  }
  expect(isUnwritable(await failureOf(['select nonsense']))).toBe(false)
  const [held, failed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // Another transaction holds the table's lock meanwhile.
  const holding =
    engine === 'postgres' &&
    database.transaction(async (tx) => {
      await addItem(tx, 'held')
      held.resolve()
      await failed.promise
    })
  if (holding) await held.promise
  const refusal = await failureOf(statements)
  failed.resolve()
  await holding
  expect(isUnwritable(refusal)).toBe(true)
})

test('a SQLite file that another program has locked is waited for, without holding up this one', async () => {
  const url = await freshDatabaseUrl('sqlite')
  await using database = await openOne(url)
  await createItems(database)
  using other = new DatabaseSync(url.slice('sqlite:'.length))
  other.exec('begin immediate')
  let done = false
  const written = database.transaction((tx) => writeItems(tx, ['kept'])).finally(() => (done = true))
  for (let turns = 0; turns < 20; turns += 1) await sleep(5)
  expect(done).toBe(false)
  other.exec('rollback')
  await written
  expect(await readItems(database)).toEqual(['kept'])
  other.exec('begin immediate')
  const began = performance.now()
  const late = await database.transaction((tx) => writeItems(tx, ['late'])).catch((error: unknown) => error)
  expect([isUnwritable(late), performance.now() - began > 1_500]).toEqual([true, true])
})
