import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { OpenBell } from '../../src/lanes/bell/bell.ts'
import { postgresBell } from '../../src/lanes/bell/postgres-bell.ts'
import { openOne } from '../support/open-one.ts'
import { freshDatabaseUrl, openFresh } from '../support/databases.ts'
import { hasPooler, startPooler } from '../support/pooler.ts'
import { openNode, patience, post, recorder } from './node.ts'
import { countMarks, createMarks, inversions, readMarks, startProcess } from './processes.ts'
import { lanesWithWork } from './statements.ts'

// Whole processes start here, beside other tests.
vi.setConfig({ testTimeout: 90_000 })

const never = 3_600_000

/** Loses every second ring on its way out, and every third on its way in. */
const losing = (open: OpenBell): OpenBell => {
  let out = 0
  let arrived = 0
  return (id, ears) => {
    const bell = open(id, { ...ears, heard: (kind) => (arrived += 1) % 3 !== 0 && ears.heard(kind) })
    return { ...bell, ring: (kinds) => (out += 1) % 2 === 0 && bell.ring(kinds) }
  }
}

const listening = async (connectionString: string) => {
  const client = new pg.Client({ connectionString })
  const heard: string[] = []
  client.on('notification', ({ payload = '' }) => heard.push(payload))
  await client.connect()
  await client.query('listen onboarding_lanes')
  onTestFinished(() => client.end())
  return heard
}

test('lost rings cost a sweep and nothing else: every job runs, in order', async () => {
  const database = await openFresh('postgres')
  const openBell = losing(postgresBell(database.listenUrl!))
  const worker = openNode(database, { openBell, sweepMs: 50 })
  const producer = openNode(database, { openBell })
  const { seen, work } = recorder()
  worker.lanes.work({ post: { work, backoff: [] } })
  const all = Array.from({ length: 60 }, (_, n) => n)
  for (const n of all) await producer.put(post('a', n))
  await expect.poll(() => seen, patience).toEqual(all)
})

test('jobs committed at the same moment share a ring, and no transaction carries one', async () => {
  const database = await openFresh('postgres')
  const heard = await listening(database.listenUrl!)
  const { put } = openNode(database, { sweepMs: never })
  await Promise.all(Array.from({ length: 200 }, (_, n) => put(post(`lane ${n}`, n))))
  await expect.poll(() => heard.some((text) => text.endsWith(' post')), patience).toBe(true)
  await sleep(50)
  expect(heard.filter((text) => text.endsWith(' post')).length).toBeLessThan(100)
})

test('a node knows that it hears its bell', async () => {
  const database = await openFresh('postgres')
  const bell = postgresBell(database.listenUrl!)('a-node', {
    heard: () => undefined,
    missed: () => undefined,
  })
  onTestFinished(async () => bell[Symbol.asyncDispose]())
  await expect.poll(() => bell.hears(), patience).toBe(true)
})

test.runIf(hasPooler)(
  'behind PgBouncer in transaction mode lanes keep order, and sweeps replace the bell',
  async () => {
    const direct = await freshDatabaseUrl('postgres')
    const url = await startPooler(direct)
    const database = await openOne(url, { listenUrl: direct })
    onTestFinished(async () => database[Symbol.asyncDispose]())
    await createMarks(database)
    const order = { url, lanes: 7, transactions: 40, leaseMs: 20_000 }
    const workers = [0, 1].map((id) => startProcess({ ...order, id, role: 'work' }))
    for (const { said } of workers) await said
    const producers = [0, 1].map((id) => startProcess({ ...order, id, role: 'enqueue' }))
    for (const { ended } of producers) expect(await ended).toBe(0)
    await expect.poll(() => countMarks(database), patience).toBe(240)
    for (const { child, ended } of workers) {
      child.kill('SIGTERM')
      expect(await ended).toBe(0)
    }
    expect(inversions(await readMarks(database))).toEqual([])
    expect(await lanesWithWork(database)).toEqual([])
  },
)

test.runIf(hasPooler)(
  'behind PgBouncer a node knows that its bell is deaf, and hears by a connection beside it',
  async () => {
    const direct = await freshDatabaseUrl('postgres')
    const url = await startPooler(direct)
    const ears = { heard: () => undefined, missed: () => undefined }
    const pooled = postgresBell(url)('pooled', ears)
    const beside = postgresBell(direct)('beside', ears)
    onTestFinished(async () => pooled[Symbol.asyncDispose]())
    onTestFinished(async () => beside[Symbol.asyncDispose]())
    await expect.poll(() => beside.hears(), patience).toBe(true)
    expect(pooled.hears()).toBe(false)
  },
)
