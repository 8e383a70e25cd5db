import { expect, test } from 'vitest'
import { mondays } from '../simulate/cell.ts'
import { parametersWith } from '../simulate/parameters.ts'
import { jsonOf, plotsOf, tablesOf } from './report.ts'
import { scriptOf } from './script.ts'
import { perMinute } from './tier.ts'
import { createWatch } from './watch.ts'

const parameters = parametersWith()
const script = (seed: number) => scriptOf(seed, mondays(seed, 3, parameters), parameters.customers)

test('the same seed gives the same script, with deeds of every kind in the order of their times', () => {
  expect(script(1)).toEqual(script(1))
  expect(script(1)).not.toEqual(script(2))
  const kinds = new Set(script(1).map(({ what }) => what))
  expect([...kinds].sort()).toEqual(['bulk', 'button', 'command', 'comment', 'edit', 'reply'])
  const times = script(1).map(({ at }) => at)
  expect(times).toEqual([...times].sort((a, b) => a - b))
})

test('a limit lets some calls through at once, and then one after the other', () => {
  let now = 0
  const turn = perMinute(60, 2, () => now)
  expect([turn('a'), turn('a'), turn('a'), turn('b')]).toEqual([0, 0, 1_000, 0])
  now = 999
  expect(turn('a')).toBe(1)
  now = 1_000
  expect(turn('a')).toBe(0)
})

test('the report says what began, what ended, and after how long', () => {
  let now = 0
  const watch = createWatch(() => now)
  watch.begin('comment → message', 'one')
  watch.begin('comment → message', 'two')
  watch.begin('delivery stored', 'refused')
  watch.drop('delivery stored', 'refused')
  now = 1_500
  watch.end('comment → message', 'one')
  watch.end('comment → message', 'one')
  const none = { begun: 0, done: 0, ms: { p50: 0, p99: 0, longest: 0 } }
  const delays = watch.of('comment → message').delays
  const run = {
    watch,
    samples: [{ at: 0, waiting: 2, memory: 2 ** 27, workedMs: 10 }],
    refused: { 'reactions.add': 3 },
    skipped: {},
    failed: 0,
    model: { messages: delays, comments: delays, signs: delays, own: delays, nodeLoad: 0, databaseLoad: 0 },
  }
  expect(JSON.parse(jsonOf(run, 'here'))).toMatchObject({
    where: 'here',
    kinds: {
      'comment → message': { begun: 2, done: 1, ms: { p50: 1_500, p99: 1_500, longest: 1_500 } },
      'delivery stored': none,
    },
    refused: { 'reactions.add': 3 },
  })
  const [kinds, bot] = tablesOf(run)
  expect(kinds?.rows[0]).toEqual(['comment → message', '2', '1', '1.50 s', '1.50 s', '1.50 s'])
  expect(bot?.rows).toContainEqual(['answers of 429', '3 × reactions.add'])
  expect(plotsOf(run)[0]?.series[0]?.points).toEqual([[0, 1.5]])
})
