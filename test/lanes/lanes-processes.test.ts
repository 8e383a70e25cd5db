import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { onTestFinished, expect, test, vi } from 'vitest'
import type { Database } from '../../src/bot/store/database.ts'
import { childEnvironment } from '../support/run-main.ts'
import type { Order } from './process.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Job } from '../../src/lanes/lanes.ts'
import { openOne } from '../support/open-one.ts'
import { freshDatabaseUrl, openFresh } from '../support/databases.ts'
import { mortal, never, openNode, patience, post, recorder, runOne, triesOf, workingNode } from './node.ts'
import { lanesWithWork } from '../support/lane-rows.ts'
import { hasPooler, startPooler } from '../support/pooler.ts'

const program = fileURLToPath(new URL('process.ts', import.meta.url))

/** A child process that follows the order. `ended` resolves with its exit code, or the signal that killed it. */
const startProcess = (order: Order) => {
  const child = spawn(process.execPath, [program, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: childEnvironment(),
  })
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string)
  onTestFinished(() => void child.kill('SIGKILL'))
  /** `said`: it works, or holds. */
  return { child, ended, said: once(child.stdout, 'data') }
}

/** Where the handlers write what they did, in the order in which they did it. */
const createMarks = (database: Database) =>
  sql`create table mark (${sql.raw(`id ${database.engine.sequence}`)},
    lane text not null, seq bigint not null, producer bigint not null, n bigint not null, worker bigint not null)`.execute(
    database.sql,
  )

interface Mark {
  readonly lane: string
  readonly seq: number
  readonly producer: number
  readonly n: number
  readonly worker: number
}

const readMarks = async (database: Database) =>
  (await sql<Mark>`select lane, seq, producer, n, worker from mark order by id`.execute(database.sql)).rows

const countMarks = async (database: Database): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from mark`.execute(database.sql)).rows[0]?.n ?? 0

/** Whatever ran before what was committed before it, or before what its own producer put in before it. */
const inversions = (marks: readonly Mark[]): string[] => {
  const lastSeq = new Map<string, number>()
  const lastN = new Map<string, number>()
  const wrong: string[] = []
  for (const { lane, seq, producer, n } of marks) {
    const by = `${lane} of ${producer}`
    if (seq <= (lastSeq.get(lane) ?? 0)) wrong.push(`${lane}: ${seq} after ${lastSeq.get(lane)}`)
    if (n < (lastN.get(by) ?? 0)) wrong.push(`${by}: ${n} after ${lastN.get(by)}`)
    lastSeq.set(lane, seq)
    lastN.set(by, n)
  }
  return wrong
}

// Whole processes start here, beside other tests.
vi.setConfig({ testTimeout: 90_000 })

type Working = ReturnType<typeof startProcess>

/** As many processes work as enqueue, three jobs a transaction, until `total` are marked. */
const workOff = async (
  order: Pick<Order, 'url' | 'transactions' | 'leaseMs' | 'sweepMs'>,
  ids: readonly number[],
  meanwhile: (database: Database, workers: readonly Working[]) => Promise<readonly Working[]>,
) => {
  await using database = await openOne(order.url)
  await createMarks(database)
  const workers = ids.map((id) => startProcess({ ...order, lanes: 7, id, role: 'work' }))
  for (const { said } of workers) await said
  const producers = ids.map((id) => startProcess({ ...order, lanes: 7, id, role: 'enqueue' }))
  const left = await meanwhile(database, workers)
  for (const { ended } of producers) expect(await ended).toBe(0)
  const total = ids.length * order.transactions * 3
  await expect.poll(() => countMarks(database), patience).toBe(total)
  for (const { child, ended } of left) {
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  }
  const marks = await readMarks(database)
  expect(marks.length).toBe(total)
  expect(inversions(marks)).toEqual([])
  expect(await lanesWithWork(database)).toEqual([])
}

test('four processes enqueue and four work, one of them killed with -9: each job once and in order', async () => {
  const url = await freshDatabaseUrl('postgres')
  const order = { url, transactions: 100, leaseMs: 700, sweepMs: 100 }
  await workOff(order, [0, 1, 2, 3], async (database, [dead, ...others]) => {
    await expect.poll(() => countMarks(database), patience).toBeGreaterThan(100)
    dead?.child.kill('SIGKILL')
    expect(await dead?.ended).toBe('SIGKILL')
    return others
  })
})

test('a process killed with -9 on SQLite leaves no lease to wait out: the next start goes on at once', async () => {
  const url = await freshDatabaseUrl('sqlite')
  const order = { url, id: 0, lanes: 7, transactions: 400, leaseMs: never, sweepMs: never }
  {
    await using database = await openOne(url)
    await createMarks(database)
  }
  expect(await startProcess({ ...order, role: 'enqueue' }).ended).toBe(0)
  const worker = startProcess({ ...order, role: 'hold' })
  await worker.said
  worker.child.kill('SIGKILL')
  expect(await worker.ended).toBe('SIGKILL')
  {
    using file = new DatabaseSync(url.slice('sqlite:'.length))
    const leased = file.prepare('select count(*) as n from lane where lease_until > 0').get()
    expect(leased?.['n']).toBeGreaterThan(0)
  }
  const next = startProcess({ ...order, role: 'work' })
  await next.said
  next.child.kill('SIGTERM')
  expect(await next.ended).toBe(0)
  await using database = await openOne(url)
  const { lanes } = openNode(database, { leaseMs: never, sweepMs: never })
  const { seen, work } = recorder()
  lanes.work({ mark: { work, backoff: [] } })
  await lanes.idle()
  const marks = await readMarks(database)
  expect(inversions(marks)).toEqual([])
  // The last ones ran here, without a mark: together they are all, and none twice.
  expect(marks.length + seen.length).toBe(1_200)
})

test('a job enqueued by one node is found by another, without waiting for more than its sweep', async () => {
  const database = await openFresh('postgres')
  const { seen } = workingNode(database)
  const producer = openNode(database)
  await producer.put(post('a', 1))
  await expect.poll(() => seen, patience).toEqual([1])
  await producer.put(post('a', 2))
  await expect.poll(() => seen, patience).toEqual([1, 2])
})

test('handlers that enqueue and settle, groups that settle and leases that are renewed never lock crosswise', async () => {
  const database = await openFresh('postgres')
  const node = openNode(database, { leaseMs: 1_500 })
  const events = 200
  let posted = 0
  const onward = async (job: Job) => {
    const n = job.payload as number
    await database.transaction(async (tx) => {
      const next = [post(`channel ${n % 3}`, n), post(`channel ${(n + 1) % 3}`, n)]
      const isTogether = n % 2 === 0
      if (!isTogether) await node.lanes.enqueue(tx, next)
      // Meanwhile others come for the same rows.
      await sleep(10)
      await job.done(tx, isTogether ? next : [])
    })
  }
  const settled = async () => void (posted += 1)
  node.lanes.work({ event: { work: onward, backoff: [1] }, post: { work: settled, backoff: [1] } })
  const all = Array.from({ length: events }, (_, n) => ({ ...post(`project ${n % 20}`, n), kind: 'event' }))
  for (let at = 0; at < events; at += 20) await node.put(...all.slice(at, at + 20))
  await expect.poll(() => posted, patience).toBeGreaterThanOrEqual(2 * events)
  await expect.poll(() => lanesWithWork(database), patience).toEqual([])
  await sql`select pg_stat_clear_snapshot()`.execute(database.sql)
  const { rows } = await sql<{ n: number }>`
    select deadlocks as n from pg_stat_database where datname = current_database()`.execute(database.sql)
  expect(rows).toEqual([{ n: 0 }])
})

test('on SQLite, leases are void after a kill, and a job that was running counts an attempt', async () => {
  const url = await freshDatabaseUrl('sqlite')
  const killed = await openOne(url)
  const { body, die } = mortal(killed)
  await runOne(openNode(body, { sweepMs: never }))
  die()
  await killed[Symbol.asyncDispose]()
  const again = await openOne(url)
  onTestFinished(async () => again[Symbol.asyncDispose]())
  const { seen } = workingNode(again, { sweepMs: never }, triesOf())
  await expect.poll(() => seen, patience).toEqual(['1 try 2'])
})

test.runIf(hasPooler)('behind PgBouncer in transaction mode lanes keep order', async () => {
  const url = await startPooler(await freshDatabaseUrl('postgres'))
  await workOff({ url, transactions: 40, leaseMs: 20_000 }, [0, 1], async (_, workers) => workers)
})
