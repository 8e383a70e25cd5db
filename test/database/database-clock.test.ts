import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { databaseClock } from '../../src/database/postgres.ts'

const dayMs = 86_400_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** A server, whose clock is `ahead` of this process's, and which takes `tookMs` to answer. */
const server = () => {
  const state = { ahead: 0, tookMs: 0, asked: 0 }
  const ask = async () => {
    state.asked += 1
    // The server looks at its clock halfway.
    vi.advanceTimersByTime(state.tookMs / 2)
    const at = performance.timeOrigin + performance.now() + state.ahead
    vi.advanceTimersByTime(state.tookMs / 2)
    return at
  }
  const right = () => Math.round(performance.timeOrigin + performance.now() + state.ahead)
  return { state, ask, right }
}

test('the time is the server’s, also while this process’s clock is set', async () => {
  const { state, ask, right } = server()
  state.ahead = dayMs
  state.tookMs = 40
  using clock = await databaseClock(ask)
  expect(clock.now()).toBe(right())
  vi.setSystemTime(Date.now() + 2 * dayMs)
  expect(clock.now()).toBe(right())
  vi.setSystemTime(Date.now() - 5 * dayMs)
  expect(clock.now()).toBe(right())
})

test('a server with another clock, such as a promoted replica, is followed after ten seconds', async () => {
  const { state, ask, right } = server()
  using clock = await databaseClock(ask)
  state.ahead = -60_000
  await vi.advanceTimersByTimeAsync(10_000)
  expect(clock.now()).toBe(right())
})

test('a machine that slept asks at once', async () => {
  const { state, ask, right } = server()
  using clock = await databaseClock(ask)
  // The server's clock went on, as this process's `Date` did. Its other clock stood still.
  state.ahead = 600_000
  vi.setSystemTime(Date.now() + 600_000)
  clock.now()
  await vi.advanceTimersByTimeAsync(0)
  expect(clock.now()).toBe(right())
})

test('an answer that took long is left out, and so is an error', async () => {
  const { state, ask, right } = server()
  using clock = await databaseClock(() => (state.asked === 2 ? Promise.reject(new Error('away')) : ask()))
  state.tookMs = 400
  const before = right()
  const said = clock.now()
  state.ahead = 5_000
  await vi.advanceTimersByTimeAsync(30_000)
  expect(state.asked).toBe(2)
  expect(clock.now() - said).toBe(right() - 5_000 - before)
})

test('a machine that slept asks until it has an answer, one question at a time', async () => {
  const { state, ask, right } = server()
  let isAway = false
  using clock = await databaseClock(() => (isAway ? Promise.reject(new Error('away')) : ask()))
  isAway = true
  state.ahead = 600_000
  vi.setSystemTime(Date.now() + 600_000)
  clock.now()
  clock.now()
  await vi.advanceTimersByTimeAsync(0)
  isAway = false
  clock.now()
  await vi.advanceTimersByTimeAsync(0)
  expect(state.asked).toBe(1)
  await vi.advanceTimersByTimeAsync(500)
  clock.now()
  clock.now()
  await vi.advanceTimersByTimeAsync(0)
  expect(state.asked).toBe(2)
  expect(clock.now()).toBe(right())
})

test('an answer that is no more precise than its difference changes nothing, so that time does not jump', async () => {
  const { state, ask, right } = server()
  using clock = await databaseClock(ask)
  state.tookMs = 100
  state.ahead = -40
  await vi.advanceTimersByTimeAsync(10_000)
  expect(clock.now()).toBe(right() + 40)
  state.tookMs = 20
  await vi.advanceTimersByTimeAsync(10_000)
  expect(clock.now()).toBe(right())
})
