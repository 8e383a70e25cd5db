import { expect, test } from 'vitest'
import { type Arrivals, mondays, runCell } from './cell.ts'
import { parametersWith } from './parameters.ts'
import { largest } from './sizes.ts'

/** Only the limits of others cost time. */
const free = parametersWith({
  storeMs: 0,
  eventMs: 0,
  statementMs: 0,
  flushMs: 0,
  slackMs: 0,
  trackerMs: 0,
})
const none: Arrivals = { comments: [], replies: [] }
const times = <T>(count: number, of: (at: number) => T) => Array.from({ length: count }, (_, at) => of(at))

test('messages of one channel appear a second apart, exactly', () => {
  const comments = times(90, () => ({ at: 0, project: 3 }))
  const { messages, own } = runCell([{ ...none, comments }], 1, free)
  expect(messages.list()).toEqual(times(90, (at) => at * 1_000))
  expect(own.at(1)).toBe(0)
})

test('messages of twenty channels do not wait for each other', () => {
  const comments = times(20, (project) => ({ at: 0, project }))
  expect(runCell([{ ...none, comments }], 1, free).messages.at(1)).toBe(0)
})

test('replies of one workspace become comments a second apart, and those of two do so at the same time', () => {
  const replies = times(60, () => 0)
  const one = times(60, (at) => at * 1_000)
  const { comments } = runCell(
    [
      { ...none, replies },
      { ...none, replies },
    ],
    1,
    free,
  )
  expect([...comments.list()].sort((a, b) => a - b)).toEqual(one.flatMap((ms) => [ms, ms]))
})

test('two hundred signs at once take three minutes, as docs/bench.md says is possible', () => {
  const replies = times(200, () => 0)
  const { signs } = runCell([{ ...none, replies }], 1, { ...free, writesPerMinute: Infinity })
  expect(signs.at(1)).toBe(180_000)
})

test('a node takes one event after the other, and a second node halves the wait', () => {
  const busy = { ...free, eventMs: 10, channelPerMinute: Infinity }
  const comments = times(100, () => ({ at: 0, project: 0 }))
  // Both halves of each event, and nothing else, use the processor.
  const workspaces = times(100, () => ({ ...none, comments: comments.slice(0, 1) }))
  expect(runCell(workspaces, 1, busy).messages.at(1)).toBe(1_000)
  expect(runCell(workspaces, 2, busy).messages.at(1)).toBe(500)
})

test('transactions that arrive during a flush share the next one', () => {
  const workspaces = times(50, (at) => ({
    ...none,
    comments: [{ at: at === 0 ? 0 : 1, project: 0 }],
  }))
  const { messages } = runCell(workspaces, 1, { ...free, flushMs: 4 })
  // The first is stored by 4 ms. The 49 others share the flush from 4 to 8 ms, for which its ledger row waits.
  expect(messages.list()).toEqual(times(50, (at) => (at === 0 ? 12 : 15)))
})

test('the same seed gives the same result, and another one a different result', () => {
  const figures = (seed: number) => {
    const parameters = parametersWith()
    const { messages, comments, signs } = runCell(mondays(seed, 20, parameters), 1, parameters)
    return [messages.list(), comments.list(), signs.list()]
  }
  expect(figures(1)).toEqual(figures(1))
  expect(figures(1)).not.toEqual(figures(2))
})

test('the largest size that reaches the goal is found', () => {
  expect(largest((size) => size <= 137)).toBe(137)
  expect(largest(() => false)).toBe(0)
})
