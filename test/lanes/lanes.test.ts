import { expect, test } from 'vitest'
import type { Job } from '../../src/lanes/lanes.ts'
import { eachEngine } from '../support/databases.ts'
import { gate, patience, openNode, post, recorder, workingNode } from './node.ts'
import { currentTrace } from '../../src/log.ts'
import { laneRows, lanesWithWork } from '../support/lane-rows.ts'

eachEngine('lanes', (fresh) => {
  test('run the jobs of a lane in the order they were committed', async () => {
    const { lanes, put, seen } = workingNode(await fresh())
    await put(post('a', 1), post('a', 2))
    await put(post('a', 3))
    await lanes.idle()
    expect(seen).toEqual([1, 2, 3])
    expect(await lanes.counts()).toEqual([])
  })

  test('let turns alternate, keep the order of a turn and of a thread, and end each round', async () => {
    const database = await fresh()
    const { lanes, put } = openNode(database)
    const [started, finish] = [gate(), gate()]
    const seen: string[] = []
    const work = async ({ payload }: Job) => {
      seen.push(payload as string)
      started.open()
      await finish.passed
    }
    lanes.work({ post: { work, backoff: [] } })
    const job = (turn: string, thread: string, name: string) => post('a', name, { turns: { turn, thread } })
    await put(...Array.from({ length: 30 }, (_, at) => job('flood', `thread ${at % 5}`, `flood ${at}`)))
    await started.passed
    await put(job('other', 'thread x', 'other 1'), job('other', 'thread y', 'other 2'))
    await put(job('third', 'thread 4', 'third, in a thread of the flood'))
    await put(job('flood', 'thread z', 'flood 30'))
    finish.open()
    await lanes.idle()
    const at = (name: string) => seen.indexOf(name)
    expect(seen).toHaveLength(34)
    expect(at('other 1')).toBeLessThan(10)
    expect(at('other 2')).toBeLessThan(12)
    expect(at('third, in a thread of the flood')).toBeGreaterThan(at('flood 29'))
    const flood = seen.filter((name) => name.startsWith('flood'))
    expect(flood).toEqual(Array.from({ length: 31 }, (_, at) => `flood ${at}`))
  })

  test('give a lane back after a second, so that a turn that came meanwhile is next', async () => {
    let now = 1_000
    const { lanes, put } = openNode(await fresh(), { now: () => now })
    const seen: unknown[] = []
    const turns = (turn: string) => ({ turns: { turn, thread: turn } })
    const work = async ({ payload }: Job) => {
      seen.push(payload)
      now += 1_001
      if (payload === 0) await put(post('a', 'other', turns('other')))
    }
    lanes.work({ post: { work, backoff: [] } })
    await put(...Array.from({ length: 6 }, (_, at) => post('a', at, turns('flood'))))
    await lanes.idle()
    expect(seen).toEqual([0, 1, 'other', 2, 3, 4, 5])
  })

  test('run nothing of a transaction that rolled back', async () => {
    const database = await fresh()
    const { lanes, put, seen } = workingNode(database)
    const failing = database.transaction(async (tx) => {
      await lanes.enqueue(tx, [post('a', 'never')])
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await put(post('a', 'kept'))
    await lanes.idle()
    expect(seen).toEqual(['kept'])
  })

  test('take a second job of the same key for the first, whatever became of it', async () => {
    const { lanes, put, seen } = workingNode(await fresh())
    await put(post('a', 1, { uniqueKey: 'k' }), post('a', 2, { uniqueKey: 'k' }), post('b', 3))
    await lanes.idle()
    await put(post('a', 4, { uniqueKey: 'k' }), post('c', 5, { uniqueKey: 'k' }))
    await lanes.idle()
    expect(new Set(seen)).toEqual(new Set([1, 3]))
    expect(await lanes.counts()).toEqual([])
  })

  test('count what waits right when only some of a batch are new', async () => {
    const database = await fresh()
    const { lanes, put } = openNode(database)
    await put(post('a', 1, { uniqueKey: 'x' }))
    await put(
      post('a', 2, { uniqueKey: 'x' }),
      post('a', 3),
      post('b', 4, { uniqueKey: 'x' }),
      post('b', 5, { uniqueKey: 'y', runAt: 7 }),
      post('c', 6, { uniqueKey: 'y' }),
    )
    expect(await laneRows(database)).toMatchObject([
      { lane: '0:post:a', pending: 2, run_at: 0 },
      { lane: '0:post:b', pending: 1, run_at: 7 },
      { lane: '0:post:c', pending: 0, run_at: 0 },
    ])
    expect(await lanes.counts()).toMatchObject([{ kind: 'post', waiting: 3, aside: 0 }])
  })

  test('hold a lane behind a delayed job until its time, and no other lane', async () => {
    let now = 1_000
    const { lanes, put, seen } = workingNode(await fresh(), { now: () => now, sweepMs: 5 })
    const later = post('a', 'later', { runAt: 5_000 })
    await put(post('a', 'first'), later, post('a', 'behind'), post('b', 'other'))
    await lanes.idle()
    expect(new Set(seen)).toEqual(new Set(['first', 'other']))
    now = 5_000
    await lanes.idle()
    expect(seen.slice(2)).toEqual(['later', 'behind'])
  })

  test('log under the trace of the job that runs, its own or inherited, also when it is tried again or replayed', async () => {
    const database = await fresh()
    const { lanes, put } = openNode(database, { retryFactor: 0 })
    const seen: [name: string, trace: string | undefined][] = []
    const fail = { next: true, shared: false, other: false, again: true }
    const work = async ({ payload }: Job) => {
      const name = payload as keyof typeof fail
      seen.push([name, currentTrace()])
      if (!fail[name]) return
      fail[name] = false
      throw new Error('not yet')
    }
    const first = async (job: Job) => {
      const jobs = [
        post('a', 'next', { trace: 'inherited' }),
        post('b', 'shared'),
        post('c', 'other', { trace: 'reply-2' }),
      ]
      await database.transaction((tx) => job.done(tx, jobs))
    }
    lanes.work({
      first: { work: first, backoff: [] },
      post: { work, backoff: [0] },
      aside: { work, backoff: [] },
    })
    await put({ kind: 'first', lane: 'a', payload: 1, trace: 'event-1' })
    await lanes.idle()
    const of = (one: string) => seen.filter(([name]) => name === one)
    expect(of('next')).toEqual([
      ['next', 'event-1'],
      ['next', 'event-1'],
    ])
    expect([...of('shared'), ...of('other')]).toEqual([
      ['shared', undefined],
      ['other', 'reply-2'],
    ])
    await put({ kind: 'aside', lane: 'a', payload: 'again', trace: 'event-3' })
    await lanes.idle()
    await lanes.replay((await lanes.aside()).map(({ seq }) => seq))
    await lanes.idle()
    expect(of('again')).toEqual([
      ['again', 'event-3'],
      ['again', 'event-3'],
    ])
  })

  test.each(['apart from', 'together with'])(
    'settle a job inside the transaction of its handler, %s the jobs that follow from it',
    async (how) => {
      const database = await fresh()
      const { lanes, put } = openNode(database)
      const seen: unknown[] = []
      const work = async (job: Job) => {
        seen.push(job.payload)
        await database.transaction(async (tx) => {
          const next = [{ kind: 'next', lane: 'n', payload: job.payload }]
          // What follows may also be in the same lane.
          if (job.payload === 3) next.push({ kind: 'post', lane: 'a', payload: 4 })
          if (how === 'apart from') await lanes.enqueue(tx, next)
          await job.done(tx, how === 'apart from' ? [] : next)
          if (job.payload === 2 && job.attempt === 1) throw new Error('rolls back, job and all')
        })
      }
      lanes.work({ post: { work, backoff: [1] } })
      await put(post('a', 1), post('a', 2), post('a', 3))
      await expect.poll(() => seen, patience).toEqual([1, 2, 2, 3, 4])
      await lanes.idle()
      expect(await lanes.counts()).toMatchObject([{ kind: 'next', waiting: 4, aside: 0 }])
      expect(await lanesWithWork(database)).toMatchObject([{ lane: '0:next:n', pending: 4 }])
    },
  )

  test('take names and payloads that no database likes', async () => {
    const { lanes, put, seen } = workingNode(await fresh())
    const odd = `it's "odd" \0 \u{1F600} \\u0000 \n`
    await put(post(odd, { odd }, { uniqueKey: `${odd}\uD800` }), post('b', undefined))
    await lanes.idle()
    expect(new Set(seen)).toEqual(new Set([{ odd }, null]))
  })

  test('put thousands of jobs in with one call', async () => {
    const { lanes, put } = openNode(await fresh())
    const { seen, work } = recorder()
    const many = Array.from({ length: 5_000 }, (_, n) => post(`lane ${n % 1_000}`, n))
    await put(...many)
    expect(await lanes.counts()).toMatchObject([{ waiting: 5_000 }])
    lanes.work({ post: { work, backoff: [], concurrency: 100 } })
    await lanes.idle()
    expect(seen.length).toBe(5_000)
    for (let lane = 0; lane < 1_000; lane += 1)
      expect(seen.filter((n) => (n as number) % 1_000 === lane)).toEqual(
        [0, 1, 2, 3, 4].map((round) => round * 1_000 + lane),
      )
  })
})
