import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { oneAtATime, fewEach } from '../../src/database/turns.ts'
import { gate } from '../lanes/node.ts'

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

/** Uses that run until they are ended. */
const uses = () => {
  const running: string[] = []
  const aroundOf = fewEach(2)
  const begin = (owner: number, name: string) => {
    const end = gate()
    const done = aroundOf(owner)(async () => {
      running.push(name)
      await end.passed
      running.splice(running.indexOf(name), 1)
      if (name.includes('fails')) throw new Error(name)
    })
    return { end: end.open, done }
  }
  return { running, begin }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('each owner has two uses at once, and the rest of its uses wait in order while others go on', async () => {
  const { running, begin } = uses()
  const large = ['a', 'b', 'c', 'd'].map((name) => begin(1, name))
  begin(2, 'small')
  await turn()
  expect(running).toEqual(['a', 'b', 'small'])
  large[1]?.end()
  await turn()
  expect(running).toEqual(['a', 'small', 'c'])
  large[0]?.end()
  await turn()
  expect(running).toEqual(['small', 'c', 'd'])
})

test('a use that fails makes room as well', async () => {
  const { running, begin } = uses()
  const first = begin(1, 'fails')
  begin(1, 'b')
  begin(1, 'c')
  first.end()
  await expect(first.done).rejects.toThrow('fails')
  await turn()
  expect(running).toEqual(['b', 'c'])
})
