import { expect, test } from 'vitest'
import { startOf } from '../../src/contract/text/start-of.ts'

test.each([
  ['short', 10, 'short'],
  ['abcdef', 3, 'abc'],
  ['ab😀', 3, 'ab'],
  ['ab👩‍👩‍👧‍👦', 6, 'ab'],
  ['noe\u0301l', 3, 'no'],
  [`${'x'.repeat(5_000)}😀`, 5_001, 'x'.repeat(5_000)],
])('the beginning of %j within %d units', (text, most, start) => {
  expect(startOf(text, most)).toBe(start)
})

test('a letter longer than all that fits is cut between its code points', () => {
  expect(startOf('😀'.concat('\u0301'.repeat(300)), 2)).toBe('😀')
  expect(startOf('😀', 1)).toBe('')
})
