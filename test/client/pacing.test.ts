import { describe, expect, test } from 'vitest'
import { createPacer, sleep } from '../../src/client/pacer.ts'
import {
  clientAt,
  comment,
  envelope,
  fakeTime,
  hello,
  post,
  problemFrom,
  refusal,
  task,
  tracker,
  given,
  threeAtOnce,
} from './harness.ts'

const rate = refusal('Too many requests.')

describe('the pacer', () => {
  test('lets the first write of an idle period go at once, and the next a second after it', async () => {
    const time = fakeTime()
    const pacer = createPacer(time)
    await pacer.write()
    expect(time.slept).toEqual([])
    await pacer.write()
    expect(time.slept).toEqual([1_000])
    time.pass(400)
    await pacer.write()
    expect(time.slept).toEqual([1_000, 600])
    time.pass(5_000)
    await pacer.write()
    expect(time.slept).toEqual([1_000, 600])
  })

  test('never lets more than the minute allows into any minute, in the order asked', async () => {
    const time = fakeTime()
    const pacer = createPacer({ ...time, gapMs: 10, perMinute: 5, maxWaitMs: Infinity })
    const order: number[] = []
    const at: number[] = []
    const writes = Array.from({ length: 23 }, async (_, n) => {
      await pacer.write()
      order.push(n)
      at.push(time.now())
    })
    await Promise.all(writes)
    expect(order).toEqual(Array.from({ length: 23 }, (_, n) => n))
    for (const [n, ms] of at.entries()) {
      expect(at.filter((other) => other >= ms && other < ms + 60_000).length).toBeLessThanOrEqual(5)
      if (n > 0) expect(ms - (at[n - 1] ?? 0)).toBeGreaterThanOrEqual(10)
    }
  })

  test('a penalty holds the writes that wait already, and a shorter one does not end it', async () => {
    const time = fakeTime()
    const start = time.now()
    let penalize: (() => void) | undefined
    const pacer = createPacer({
      maxWaitMs: 60_000,
      now: time.now,
      sleep: async (ms) => {
        penalize?.()
        penalize = undefined
        await time.sleep(ms)
      },
    })
    await pacer.write()
    penalize = () => {
      void pacer.penalize(60_000)
      void pacer.penalize(2_000)
    }
    await pacer.write()
    expect(time.now() - start).toBe(60_000)
  })

  test('an aborted wait ends at once and does not hold up those behind it', async () => {
    const time = fakeTime()
    let stuck: AbortSignal | undefined
    const pacer = createPacer({
      now: time.now,
      sleep: (ms, signal) => (signal && signal === stuck ? sleep(ms, signal) : time.sleep(ms)),
    })
    await pacer.write()
    const stop = new AbortController()
    stuck = stop.signal
    const aborted = pacer.write(stop.signal)
    const behind = pacer.write()
    stop.abort()
    await expect(aborted).rejects.toThrow()
    await behind
    expect(time.slept).toEqual([1_000])
  })

  test('a write that would wait too long is refused with the wait, so that its lane can come back', async () => {
    const time = fakeTime()
    const pacer = createPacer({ ...time, maxWaitMs: 2_500 })
    const writes = Array.from({ length: 3 }, () => pacer.write())
    const late = await problemFrom(pacer.write())
    expect(late).toMatchObject({ kind: 'rate-limited' })
    expect(late.retryAfterMs).toBeGreaterThan(2_500)
    await Promise.all(writes)
    void pacer.penalize(60_000)
    expect(await problemFrom(pacer.write())).toMatchObject({ kind: 'rate-limited', retryAfterMs: 60_000 })
  })
})

describe('the line of work that waits elsewhere', () => {
  test('gives each its own time, in the order of asking, and keeps it', async () => {
    const time = fakeTime()
    const pacer = createPacer({ ...time, maxWaitMs: 2_000 })
    const ask = (key: string) => pacer.place?.(key)
    expect(['a', 'b', 'c', 'd', 'e'].map(ask)).toEqual([0, 0, 0, 3_000, 4_000])
    time.pass(1_000)
    expect(['d', 'e', 'f'].map(ask)).toEqual([2_000, 3_000, 4_000])
    time.pass(2_000)
    expect(ask('d')).toBe(0)
    expect(ask('e')).toBe(1_000)
  })

  test('moves behind a 429', async () => {
    const time = fakeTime()
    const pacer = createPacer({ ...time, maxWaitMs: 0 })
    const ask = (key: string) => pacer.place?.(key)
    expect(['a', 'b', 'c'].map(ask)).toEqual([0, 1_000, 2_000])
    await pacer.penalize(60_000)
    expect(ask('d')).toBe(60_000)
    time.pass(1_000)
    expect(ask('b')).toBe(60_000)
    time.pass(60_000)
    expect(ask('b')).toBe(0)
  })

  test('is short where no pace is kept', () => {
    const pacer = createPacer({ gapMs: 0 })
    expect(Array.from({ length: 100 }, (_, n) => pacer.place?.(`${n}`))).toEqual(Array(100).fill(0))
  })
})

describe('a per-minute 429', () => {
  test('keeps later writes back for 60 s, without a request, and reads not at all', async () => {
    tracker().post(post).reply(429, rate)
    tracker().post(post).reply(200, envelope(comment))
    given('/v1/tasks/t1', task)
    const { client, time } = clientAt()
    expect((await problemFrom(client.createComment(hello))).kind).toBe('rate-limited')
    await client.getTask({ task_uuid: 't1' })
    time.pass(20_000)
    const early = await problemFrom(client.createComment(hello))
    expect(early).toMatchObject({ kind: 'rate-limited', retryAfterMs: 40_000, status: undefined })
    time.pass(37_000)
    expect((await client.createComment(hello)).uuid).toBe('c1')
    expect(time.slept).toEqual([3_000])
  })

  test('turns away the writes that were in line when it came', async () => {
    tracker().post(post).reply(429, rate)
    expect(await threeAtOnce()).toEqual(['rate-limited', 'rate-limited', 'rate-limited'])
  })

  test('also goes to a pacer that was handed in', async () => {
    tracker().post(post).reply(429, rate, { 'Retry-After': '5' })
    const penalties: number[] = []
    const pacer = { write: () => Promise.resolve(), penalize: (ms: number) => void penalties.push(ms) }
    expect((await problemFrom(clientAt({ pacer }).client.createComment(hello))).kind).toBe('rate-limited')
    expect(penalties).toEqual([5_000])
  })

  test('is told as it is, and a write as "unreachable", when a pacer that was handed in fails', async () => {
    tracker().get('/v1/tasks/t1').reply(429, rate)
    const fail = () => Promise.reject(new Error('the database is away'))
    const { client } = clientAt({ pacer: { write: fail, penalize: fail } })
    expect((await problemFrom(client.getTask({ task_uuid: 't1' }))).kind).toBe('rate-limited')
    expect((await problemFrom(client.createComment(hello))).kind).toBe('unreachable')
  })

  test('a caller is asked when it is the write’s turn, not before; what it throws keeps the write from being sent', async () => {
    tracker().post(post).reply(200, envelope(comment))
    const order: string[] = []
    const pacer = { write: async () => void order.push('turn'), penalize: () => undefined }
    const { client } = clientAt({ pacer })
    await client.createComment(hello, { beforeSend: async () => void order.push('asked') })
    expect(order).toEqual(['turn', 'asked'])
    const beforeSend = () => Promise.reject(new RangeError('no'))
    await expect(client.createComment(hello, { beforeSend })).rejects.toThrow(RangeError)
  })

  test('who watches the client hears how each call ended, also if it was not sent', async () => {
    tracker().post(post).reply(200, envelope(comment))
    tracker().post(post).reply(422, refusal('Not allowed.'))
    const pacer = { write: () => Promise.resolve(), penalize: () => undefined }
    const { client } = clientAt({ pacer })
    const calls: [string, unknown][] = []
    client.watch((endpoint) => (error) => calls.push([endpoint, error]))
    await client.createComment(hello)
    const refused = await problemFrom(client.createComment(hello))
    const no = new RangeError('no')
    await expect(client.createComment(hello, { beforeSend: () => Promise.reject(no) })).rejects.toThrow(no)
    expect(calls).toEqual([
      ['createComment', undefined],
      ['createComment', refused],
      ['createComment', no],
    ])
  })

  test('closing the client ends a wait, and says that nothing was sent', async () => {
    tracker().post(post).reply(200, envelope(comment))
    const { client } = clientAt({ sleep })
    await client.createComment(hello)
    const waiting = problemFrom(client.createComment(hello))
    await client[Symbol.asyncDispose]()
    expect((await waiting).kind).toBe('unreachable')
  })
})
