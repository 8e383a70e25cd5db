import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type TurnOptions, Turns } from '../../src/database/turns.ts'
import { gate } from '../lanes/node.ts'

const oneAtATime = { places: 1, patienceMs: Infinity, courtesyMs: 0, sliceMs: Infinity } satisfies TurnOptions

/** Each owner's work, in the order in which it began. */
const recording = (options: TurnOptions) => {
  const turns = new Turns(options)
  const began: number[] = []
  const take = (owner: number, work: () => Promise<void> = async () => undefined, isFirst = false) =>
    turns.take(
      owner,
      async () => {
        began.push(owner)
        await work()
      },
      isFirst,
    )
  return { began, take }
}

test('an owner with much to do delays another by one turn', async () => {
  const { began, take } = recording(oneAtATime)
  const { passed, open } = gate()
  const much = Array.from({ length: 20 }, () => take(1, () => passed))
  const little = take(2)
  open()
  await Promise.all([...much, little])
  expect(began).toHaveLength(21)
  expect(began.indexOf(2)).toBeLessThanOrEqual(2)
})

test('owners who arrive later have their turn before what one of them had waiting', async () => {
  const { began, take } = recording(oneAtATime)
  const much = Array.from({ length: 100 }, () => take(1, () => nextTurn()))
  for (const owner of [2, 3, 4, 2, 3, 4]) await take(owner)
  expect(began.length).toBeLessThan(25)
  await Promise.all(much)
})

test('what comes first waits for no other turn', async () => {
  const { began, take } = recording(oneAtATime)
  const { passed, open } = gate()
  const owners = Array.from({ length: 100 }, (_, owner) => take(owner, () => passed))
  const first = [take(7, undefined, true), take(200, undefined, true)]
  open()
  await Promise.all([...owners, ...first])
  expect(began.slice(0, 4)).toEqual([0, 7, 200, 1])
})

test('one owner leaves a place free for the next', async () => {
  const { began, take } = recording({ ...oneAtATime, places: 10 })
  const { passed, open } = gate()
  const much = Array.from({ length: 20 }, () => take(1, () => passed))
  await take(2)
  expect(began).toEqual([...Array<number>(9).fill(1), 2])
  open()
  await Promise.all(much)
})

test('work that fails gives its place back', async () => {
  const { began, take } = recording(oneAtATime)
  await expect(take(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await take(1)
  expect(began).toEqual([1, 1])
})

test('who waits too long is refused, and does not hold up those behind', async () => {
  const { began, take } = recording({ ...oneAtATime, patienceMs: 20 })
  const { passed, open } = gate()
  const stuck = take(1, () => passed)
  await expect(take(1)).rejects.toThrow('timeout exceeded when trying to connect')
  open()
  await stuck
  await take(2)
  expect(began).toEqual([1, 2])
})

test('statements that answer at once leave the process time for other work', async () => {
  const { began, take } = recording({ ...oneAtATime, sliceMs: 0 })
  const much = Array.from({ length: 50 }, () => take(1))
  await nextTurn()
  await nextTurn()
  expect(began.length).toBeLessThan(10)
  await Promise.all(much)
})

test('an owner with a backlog holds back between the turns of one without', async () => {
  const { began, take } = recording({ ...oneAtATime, courtesyMs: 20 })
  const much = Array.from({ length: 50 }, () => take(1, () => nextTurn()))
  for (let n = 0; n < 10; n += 1) {
    await take(2)
    await nextTurn()
  }
  // One turn was already taken, and one more falls due every 20 ms.
  expect(began.indexOf(2)).toBeLessThanOrEqual(2)
  expect(began.filter((owner) => owner === 1).length).toBeLessThan(10)
  await Promise.all(much)
})

test('a backlog is not held back for ever', async () => {
  const { began, take } = recording({ ...oneAtATime, courtesyMs: 20 })
  const over = new AbortController()
  const much = Promise.all(Array.from({ length: 10 }, () => take(1, () => nextTurn())))
  const guest = async () => {
    while (!over.signal.aborted) {
      await take(2)
      await nextTurn()
    }
  }
  const guests = guest()
  await much
  over.abort()
  await guests
  expect(began.filter((owner) => owner === 2).length).toBeGreaterThan(10)
})

test('an owner with a backlog leaves most places free while others are active', async () => {
  const { take } = recording({ ...oneAtATime, places: 10 })
  await take(2)
  let running = 0
  const { passed, open } = gate()
  const work = async (until: Promise<unknown>) => {
    running += 1
    await until
    running -= 1
  }
  // These begin before there is a backlog.
  const early = Array.from({ length: 9 }, () => take(1, () => work(nextTurn())))
  const backlog = Array.from({ length: 20 }, () => take(1, () => work(passed)))
  await Promise.all(early)
  await nextTurn()
  expect(running).toBe(2)
  await Promise.all([take(3), take(4)])
  open()
  await Promise.all(backlog)
})

test('an owner with a backlog holds back for less than half of the time, however busy the others are', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'setImmediate'] })
  onTestFinished(() => void vi.useRealTimers())
  const { began, take } = recording({ ...oneAtATime, courtesyMs: 2 })
  const aMillisecond = () => new Promise<void>((resolve) => setTimeout(resolve, 1))
  const much = Array.from({ length: 5_000 }, () => take(1, aMillisecond))
  const others: Promise<void>[] = []
  for (let ms = 0; ms < 3_000; ms += 1) {
    others.push(take(2))
    await vi.advanceTimersByTimeAsync(1)
  }
  const ofBacklog = began.filter((owner) => owner === 1).length
  await vi.runAllTimersAsync()
  await Promise.all([...much, ...others])
  expect(ofBacklog).toBeGreaterThan(1_500)
  expect(ofBacklog).toBeLessThan(2_500)
})
