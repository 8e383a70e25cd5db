import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { GiveUp, LeaseLost, RetryLater, type Job } from '../../src/lanes/lanes.ts'
import { settle } from '../../src/lanes/settle.ts'
import { eachEngine } from '../support/databases.ts'
import { patience, gate, mortal, never, openNode, post, runOne, triesOf, workingNode } from './node.ts'
import { laneRows } from '../support/lane-rows.ts'

eachEngine('leases of lanes', (fresh, engine) => {
  test('keep two nodes from working one lane at once', async () => {
    const database = await fresh()
    const nodes = [openNode(database, { sweepMs: 5 }), openNode(database, { sweepMs: 5 })]
    const owners = new Map<string, number>()
    const seen: number[] = []
    nodes.forEach(({ lanes }, node) => {
      const work = async (job: Job) => {
        expect(owners.has(job.lane)).toBe(false)
        owners.set(job.lane, node)
        await new Promise(setImmediate)
        owners.delete(job.lane)
        seen.push(job.seq)
      }
      lanes.work({ post: { work, backoff: [], concurrency: 3 } })
    })
    for (let n = 0; n < 40; n += 1) await nodes[n % 2]!.put(post(`lane ${n % 5}`, n))
    for (const { lanes } of nodes) await lanes.idle()
    expect(seen.length).toBe(40)
  })

  test('are lost with a node that dies, and its late result is refused', async () => {
    const database = await fresh()
    let now = 0
    const clock = { now: () => now, leaseMs: 20_000 }
    const first = openNode(database, { ...clock, sweepMs: never })
    const lost = gate()
    const late = async (job: Job, finished: Promise<void>) => {
      await finished
      await expect(database.transaction((tx) => job.done(tx, [post('b', 3)]))).rejects.toThrow(LeaseLost)
      lost.open()
    }
    const finish = await runOne(first, late, [post('a', 1), post('a', 2)])

    const { lanes, seen } = workingNode(database, { ...clock, sweepMs: 5 }, triesOf())
    now = 19_999
    await lanes.idle()
    expect(seen).toEqual([])
    now = 20_001
    await expect.poll(() => seen, patience).toEqual(['1 try 2', '2 try 1'])
    finish.open()
    await lost.passed
    await first.lanes.idle()
    await lanes.idle()
    expect(seen).toEqual(['1 try 2', '2 try 1'])
    expect(await lanes.counts()).toEqual([])
  })

  test.each([
    ['for good', new GiveUp('too late')],
    ['that is tried again', new RetryLater(60_000, 'too late')],
  ])('that were lost let a late failure %s change nothing of the next owner’s job', async (_, failure) => {
    const database = await fresh()
    let now = 0
    const clock = { now: () => now, leaseMs: 20_000 }
    const first = openNode(database, { ...clock, sweepMs: never })
    const failing = async (_: Job, finished: Promise<void>) => {
      await finished
      throw failure
    }
    const fail = await runOne(first, failing, [post('a', 1)])
    now = 20_001
    const [begun, finish] = [gate(), gate()]
    const seen: number[] = []
    const work = async (job: Job) => {
      begun.open()
      await finish.passed
      await database.transaction((tx) => job.done(tx))
      seen.push(job.attempt)
    }
    const { lanes } = openNode(database, { ...clock, sweepMs: 5 })
    lanes.work({ post: { work, backoff: [] } })
    await begun.passed
    const owned = await laneRows(database)
    fail.open()
    await first.lanes.idle()
    expect(await laneRows(database)).toEqual(owned)
    finish.open()
    await lanes.idle()
    expect(seen).toEqual([2])
    expect(await lanes.counts()).toEqual([])
  })

  /** Jobs 1 and 2 in one lane, and nodes that die while they run job 1. */
  const deadly = async () => {
    const database = await fresh()
    let now = 0
    const options = { now: () => now, random: () => 0.5, leaseMs: 20_000, sweepMs: 5 }
    const finish = gate()
    onTestFinished(() => finish.open())
    await openNode(database, options).put(post('a', 1), post('a', 2))
    const deathOfProcess = async () => {
      const { body, die } = mortal(database)
      await runOne(openNode(body, options), () => finish.passed, [])
      die()
      now += 20_001
    }
    const seen: string[] = []
    const asides: string[] = []
    const live = () => {
      const work = async ({ payload }: Pick<Job, 'payload'>) => void seen.push(`ran ${payload as number}`)
      const onGivenUp = async (_tx: unknown, _job: unknown, why: string) => void asides.push(why)
      return openNode(database, options).lanes.work({ post: { work, backoff: [], onGivenUp } })
    }
    /** A node that finds the lane, and dies while that one waits. */
    const wait = async () => {
      const { body, die } = mortal(database)
      const work = async () => expect.unreachable('the job waits')
      openNode(body, options).lanes.work({ post: { work, backoff: [] } })
      await expect.poll(async () => (await laneRows(database))[0]?.run_at, patience).toBe(now + 10_000)
      die()
      now += 10_000
    }
    return { deathOfProcess, live, wait, seen, asides }
  }

  test.each([
    ['was killed waits a moment, and is done', false, [['ran 1', 'ran 2'], []]],
    ['died four times is set aside', true, [['ran 2'], ['the process ended each time while this job ran']]],
  ])('a job whose process %s; the next one runs', async (_, diesAgain, expected) => {
    const { deathOfProcess, live, wait, seen, asides } = await deadly()
    await deathOfProcess()
    await deathOfProcess()
    await wait()
    await deathOfProcess()
    await wait()
    if (diesAgain) await deathOfProcess()
    live()
    await expect.poll(() => [seen, asides], patience).toEqual(expected)
  })

  test('are renewed for as long as a handler runs', async () => {
    const database = await fresh()
    let now = 0
    const clock = { now: () => now, leaseMs: 60, sweepMs: 5 }
    const slow = openNode(database, clock)
    const finish = await runOne(slow)
    const { seen } = workingNode(database, clock)
    const leasedTo = async () => (await laneRows(database))[0]?.lease_until
    for (let step = 0; step < 5; step += 1) {
      now += 40
      await expect.poll(leasedTo, patience).toBe(now + 60)
    }
    expect(seen).toEqual([])
    finish.open()
    await slow.lanes.idle()
  })

  test('abort the handler of a node that cannot renew them', async () => {
    const { body, die } = mortal(await fresh())
    const aborted = gate()
    await runOne(openNode(body, { leaseMs: 60, sweepMs: 5 }), async ({ signal }) => {
      signal.addEventListener('abort', () => aborted.open())
      await aborted.passed
    })
    die()
    await aborted.passed
  })

  test('are given back at a clean end, so that the next start waits for nothing', async () => {
    const database = await fresh()
    const patient = { leaseMs: never, sweepMs: never }
    const first = openNode(database, patient)
    const cut = ({ signal }: Job) =>
      new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(new Error('cut short'))))
    await runOne(first, cut, [post('a', 1), post('a', 2)])
    await first.lanes[Symbol.asyncDispose]()

    const { lanes, seen } = workingNode(database, patient, triesOf())
    await lanes.idle()
    expect(seen).toEqual(['1 try 2', '2 try 1'])
  })

  test('that were given back just before the end are not interrupted as well: the wait and the count stay', async () => {
    const database = await fresh()
    const node = openNode(database, { leaseMs: never, sweepMs: never })
    await runOne(node)
    const [row] = await laneRows(database)
    const held = { lane: String(row?.lane), token: Number(row?.token), release: true }
    const failed = { is: 'again', reason: 'failed', attempts: 1, runAt: never, since: 1 } as const
    for (const outcome of [failed, { is: 'fence' } as const])
      await settle(database.sql, [{ ...held, outcome }], 0)
    expect(await laneRows(database)).toMatchObject([{ token: held.token, attempts: 1, run_at: never }])
  })

  test('are given back by a claim that was under way when its node closed', async () => {
    const database = await fresh()
    await openNode(database).put(post('a', 1))
    const [blocked, unblock] = [gate(), gate()]
    const blocking = database.transaction(async (tx) => {
      // No claim goes through until this ends. SQLite's one connection is taken by any statement.
      await sql.raw(engine === 'postgres' ? 'lock table lane' : 'select 1').execute(tx.sql)
      blocked.open()
      await unblock.passed
    })
    await blocked.passed
    const { lanes, seen } = workingNode(database, { sweepMs: never, graceMs: 20_000 })
    const closed = lanes[Symbol.asyncDispose]()
    unblock.open()
    await blocking
    await closed
    expect(seen).toEqual([])
    expect(await laneRows(database)).toMatchObject([{ lease_until: 0, pending: 1 }])
  })

  test('are taken from a handler that does not end with its process', async () => {
    const database = await fresh()
    const patient = { leaseMs: never, sweepMs: never }
    const first = openNode(database, patient)
    const refused = gate()
    const finish = await runOne(first, async (job, finished) => {
      await finished
      await expect(database.transaction((tx) => job.done(tx))).rejects.toThrow(LeaseLost)
      refused.open()
    })
    await first.lanes[Symbol.asyncDispose]()

    const { lanes, seen } = workingNode(database, patient, triesOf())
    await lanes.idle()
    expect(seen).toEqual(['1 try 2'])
    finish.open()
    await refused.passed
  })
})
