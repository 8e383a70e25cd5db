import { expect, test } from 'vitest'
import { z } from 'zod'
import { GiveUp, RetryLater, type Job, type LaneKind, openLanes } from '../../src/lanes/lanes.ts'
import { eachEngine } from '../support/databases.ts'
import { jobRows } from '../support/lane-rows.ts'
import { patience, openNode, post, recorder } from './node.ts'
import { createHealth } from '../../src/service/http/server.ts'
import { onlyReading } from '../support/only-reading.ts'

eachEngine('failing jobs of lanes', (fresh) => {
  test('hold a lane behind its failing head while other lanes go on', async () => {
    const { lanes, put } = openNode(await fresh())
    const seen: string[] = []
    const work = async (job: Job) => {
      seen.push(`${job.lane}${job.payload as string} try ${job.attempt}`)
      if (job.payload === 'x' && job.attempt < 3) throw new Error('not yet')
    }
    lanes.work({ post: { work, backoff: [10, 10, 10] } })
    await put(post('a', 'x'), post('a', 'y'), post('b', 'z'))
    await expect.poll(() => seen.length, patience).toBe(5)
    const first = ['ax try 1', 'ax try 2', 'ax try 3', 'ay try 1']
    expect(seen.filter((text) => text.startsWith('a'))).toEqual(first)
    expect(seen.indexOf('bz try 1')).toBeLessThan(seen.indexOf('ax try 3'))
  })

  test('set a job aside whose payload does not match its kind, with the reason, and go on', async () => {
    const database = await fresh()
    const { lanes, put } = openNode(database)
    const { seen, work } = recorder()
    const told: string[] = []
    const payload = z.object({ row: z.int() })
    const onGivenUp = async () => void told.push('told')
    lanes.work({ post: { payload, work, backoff: [1], onGivenUp } })
    await put(post('a', { row: 'one' }), post('a', { row: 2 }))
    await expect.poll(() => seen, patience).toEqual([{ row: 2 }])
    await lanes.idle()
    const [aside, ...others] = await jobRows(database, { state: 'aside' })
    expect(others).toEqual([])
    expect(aside?.last_error).toMatch(/payload does not match the kind of the job: .*expected number/s)
    expect(told).toEqual([])
  })

  test('set a job aside after its last attempt, go on, and replay it at the end of its lane', async () => {
    const database = await fresh()
    const { lanes, put } = openNode(database)
    const seen: unknown[] = []
    const told: string[] = []
    let broken = true
    const work = async (job: Job) => {
      seen.push(job.payload)
      if (job.payload === 1 && broken) throw new Error('broken')
      if (job.payload === 2 && broken) throw new GiveUp('hopeless')
    }
    const onGivenUp = async (_: unknown, job: Pick<Job, 'lane' | 'payload'>, reason: string) =>
      void told.push(`${job.lane} ${job.payload as number} ${reason}`)
    lanes.work({ post: { work, backoff: [1], onGivenUp } })
    await put(post('a', 1), post('a', 2), post('a', 3))
    await expect.poll(() => seen.length, patience).toBe(4)
    await lanes.idle()
    expect(seen).toEqual([1, 1, 2, 3])
    expect(told).toEqual(['a 1 broken', 'a 2 hopeless'])
    const set = await lanes.aside({ kind: 'post' })
    expect(set.map(({ payload }) => payload)).toEqual([2, 1])
    const rows = await jobRows(database, { state: 'aside' })
    expect(rows.map(({ payload, last_error, attempts }) => [payload, last_error, attempts])).toEqual([
      ['1', 'broken', 2],
      ['2', 'hopeless', 1],
    ])
    broken = false
    await put(post('a', 4))
    await lanes.idle()
    expect(await lanes.replay(set.map(({ seq }) => seq))).toBe(2)
    expect(await lanes.replay(set.map(({ seq }) => seq))).toBe(0)
    await lanes.idle()
    expect(seen).toEqual([1, 1, 2, 3, 4, 1, 2])
    expect(await lanes.aside()).toEqual([])
  })

  test('tell what depends on a job in the transaction that sets it aside', async () => {
    const { lanes, put } = openNode(await fresh())
    const { seen, work } = recorder()
    const giveUp = () => Promise.reject(new GiveUp('channel_not_found'))
    const onGivenUp: LaneKind['onGivenUp'] = async (tx, { payload }, reason) =>
      lanes.enqueue(tx, [{ kind: 'tell', lane: 'person', payload: `${payload as string}: ${reason}` }])
    lanes.work({ post: { work: giveUp, backoff: [], onGivenUp }, tell: { work, backoff: [] } })
    await put(post('a', 'hello'))
    await lanes.idle()
    expect(seen).toEqual(['hello: channel_not_found'])
  })

  test('end a backoff when a person resumes the lane', async () => {
    const { lanes, put } = openNode(await fresh())
    const seen: number[] = []
    const work = async (job: Job) => {
      seen.push(job.attempt)
      if (seen.length === 1) throw new Error('down')
    }
    lanes.work({ post: { work, backoff: [3_600_000] } })
    await put(post('a', 1))
    await lanes.idle()
    await lanes.resume('post', 'a')
    await lanes.idle()
    expect(seen).toEqual([1, 2])
  })

  test('wait as long as a handler asks without counting it as a failure', async () => {
    const { lanes, put } = openNode(await fresh())
    const seen: number[] = []
    const work = async (job: Job) => {
      seen.push(job.attempt)
      if (seen.length < 4) throw new RetryLater(5, 'slow down')
    }
    lanes.work({ post: { work, backoff: [] } })
    await put(post('a', 1))
    await expect.poll(() => seen, patience).toEqual([1, 1, 1, 1])
    await lanes.idle()
    expect(await lanes.counts()).toEqual([])
  })

  test('wait a day at most, whatever a handler asks', async () => {
    let time = Date.now()
    const { lanes, put } = openNode(await fresh(), { now: () => time, sweepMs: 5 })
    let runs = 0
    const work = async () => {
      if ((runs += 1) === 1) throw new RetryLater(1e40, 'come back never')
    }
    lanes.work({ post: { work, backoff: [] } })
    await put(post('a', 1))
    await lanes.idle()
    expect(runs).toBe(1)
    time += 86_400_000
    await expect.poll(() => runs, patience).toBe(2)
  })

  test('keep no secret that an error text carries', async () => {
    const redact = (text: string) => text.replaceAll('xoxb-1', '[hidden]')
    const database = await fresh()
    const { lanes, put } = openNode(database, { redact })
    const work = () => Promise.reject(new GiveUp('token xoxb-1 was revoked \0'))
    lanes.work({ post: { work, backoff: [] } })
    await put(post('a', 1))
    await lanes.idle()
    const rows = await jobRows(database, { state: 'aside' })
    expect(rows.map((row) => row.last_error)).toEqual(['token [hidden] was revoked \uFFFD'])
  })
})

eachEngine('a database that takes no writes', (fresh) => {
  test('is told with its reason, without secrets, until it takes them again', async () => {
    const database = await fresh()
    await using lanes = openLanes(database, { redact: (text) => text.replace(/read-?only/, 'hidden') })
    expect(await lanes.trouble()).toBeUndefined()
    await onlyReading(database, true)
    expect(await lanes.trouble()).toMatch(/^the database takes no writes: .*hidden/)
    expect(await createHealth(lanes, () => true).reasons()).toEqual([
      expect.stringContaining('takes no writes'),
    ])
    await onlyReading(database, false)
    expect(await lanes.trouble()).toBeUndefined()
  })
})
