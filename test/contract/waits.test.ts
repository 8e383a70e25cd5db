import { expect, test } from 'vitest'
import { waitLeft, wasPutBack } from '../../src/contract/dates.ts'

const minute = 60_000
const hour = 60 * minute

test('a wait is what is left of it, and over when the clock was put back in it', () => {
  expect(waitLeft(hour, 10 * minute, hour + 4 * minute)).toBe(6 * minute)
  expect(waitLeft(hour, 10 * minute, hour + 11 * minute)).toBe(0)
  expect(waitLeft(hour, 10 * minute, 0)).toBe(0)
})

test('the clock of another machine may be ahead by a minute', () => {
  expect(wasPutBack(hour, hour - minute)).toBe(false)
  expect(wasPutBack(hour, hour - minute - 1)).toBe(true)
  expect(waitLeft(hour, 10 * minute, hour - minute)).toBe(11 * minute)
})
