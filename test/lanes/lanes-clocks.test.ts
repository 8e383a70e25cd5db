import { expect, onTestFinished, test, vi } from 'vitest'
import { RetryLater } from '../../src/lanes/lanes.ts'
import { eachEngine, openFresh } from '../support/databases.ts'
import { mortal, never, openNode, patience, post, runOne, workingNode } from './node.ts'
import type { Node } from '../../src/lanes/node.ts'
import { openWorker } from '../../src/lanes/worker.ts'

eachEngine('clocks of lanes', (fresh) => {
  test.each([
    ['a failure', () => new Error('not yet')],
    ['a wait that was asked for', () => new RetryLater(30_000, 'not yet')],
  ])(
    'a clock that is put back an hour after %s keeps no lane waiting, nor after a restart',
    async (_, error) => {
      const database = await fresh()
      let now = 1_763_800_000_000
      const clock = { now: () => now, sweepMs: 5 }
      const begin = openNode(database, clock)
      let tries = 0
      const fail = async () => {
        tries += 1
        throw error()
      }
      begin.lanes.work({ post: { work: fail, backoff: Array<number>(9).fill(30_000) } })
      await begin.put(post('a', 1))
      await begin.lanes.idle()
      expect(tries).toBe(1)
      now -= 3_600_000
      await expect.poll(() => tries, patience).toBe(2)
      await begin.lanes.idle()
      await begin.lanes[Symbol.asyncDispose]()
      now -= 3_600_000
      const { seen } = workingNode(database, clock)
      await expect.poll(() => seen, patience).toEqual([1])
      expect(tries).toBe(2)
    },
  )

  test('order nothing: jobs of one millisecond, and of a clock that jumps back, run as committed', async () => {
    let now = 1_000_000_000
    const { lanes, put, seen } = workingNode(await fresh(), { now: () => now, sweepMs: never })
    for (let n = 0; n < 60; n += 1) {
      if (n % 10 === 9) now -= 3_600_000
      await put(post('a', n))
    }
    await lanes.idle()
    expect(seen).toEqual(Array.from({ length: 60 }, (_, n) => n))
  })

  test('wake each of two lanes that wait for different times, without a sweep', async () => {
    const { put, seen } = workingNode(await fresh(), { sweepMs: never })
    const now = Date.now()
    await put(post('a', 1, { runAt: now + 150 }))
    await put(post('b', 2, { runAt: now + 300 }))
    await expect.poll(() => seen, patience).toEqual([1, 2])
  })

  test('that are slow when a timer rings delay the lane, and do not lose its waking', async () => {
    const began = Date.now()
    // Until half a second has passed, this clock shows half of the time.
    const now = () => began + Math.max(Math.floor((Date.now() - began) / 2), Date.now() - began - 500)
    const { put, seen } = workingNode(await fresh(), { now, sweepMs: never })
    await put(post('a', 1, { runAt: began + 200 }))
    await expect.poll(() => seen, patience).toEqual([1])
  })

  test('that jump back far do not keep a dead node’s lane', async () => {
    const database = await fresh()
    let now = 1_000_000_000
    const dead = mortal(database)
    const first = openNode(dead.body, { now: () => now, sweepMs: never })
    const finish = await runOne(first)
    dead.die()
    now -= 86_400_000
    const { seen } = workingNode(database, { now: () => now, sweepMs: 5 })
    await expect.poll(() => seen, patience).toEqual([1])
    finish.open()
  })
})

test('on PostgreSQL, a node whose own clock is a day ahead takes no lane from another', async () => {
  const database = await openFresh('postgres')
  const first = openNode(database)
  const finish = await runOne(first)
  const set = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 86_400_000)
  onTestFinished(() => set.mockRestore())
  const { put, seen } = workingNode(database, { sweepMs: 5 })
  await put(post('b', 2))
  await expect.poll(() => seen, patience).toEqual([2])
  finish.open()
  await first.lanes.idle()
  expect(seen).toEqual([2])
})

test('a worker sets no timer once its node closes, so that the process can end', () => {
  vi.useFakeTimers()
  try {
    let isClosing = false
    const node = { closing: () => isClosing, now: () => Date.now() } as unknown as Node
    const worker = openWorker(node, 'post', { work: () => Promise.resolve() } as never, () => undefined)
    worker.dueAt(Date.now() + 5_000)
    expect(vi.getTimerCount()).toBe(1)
    isClosing = true
    worker[Symbol.dispose]()
    // The answer of a sweep that was on its way.
    worker.dueAt(Date.now() + 3_600_000)
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})
