import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { oneAtATime } from '../../src/database/one-at-a-time.ts'

test('who comes first is served first, one at a time', async () => {
  const take = oneAtATime()
  const began: number[] = []
  let running = 0
  let most = 0
  const work = async (n: number) => {
    began.push(n)
    most = Math.max(most, (running += 1))
    await nextTurn()
    running -= 1
  }
  const all = Array.from({ length: 30 }, (_, n) => n)
  await Promise.all(all.map((n) => take(() => work(n))))
  expect(began).toEqual(all)
  expect(most).toBe(1)
})

test('work that fails lets the next one begin', async () => {
  const take = oneAtATime()
  const failing = take(() => Promise.reject(new Error('no')))
  const next = take(async () => 'done')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
})

test('statements that answer at once leave the process time for other work', async () => {
  const take = oneAtATime()
  let began = 0
  const busy = async () => {
    began += 1
    for (const until = performance.now() + 2; performance.now() < until;);
  }
  const much = Array.from({ length: 50 }, () => take(busy))
  await nextTurn()
  await nextTurn()
  expect(began).toBeLessThan(10)
  await Promise.all(much)
})
