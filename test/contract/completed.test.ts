import { expect, test } from 'vitest'
import { saysCompleted, saysOver } from '../../src/contract/completed.ts'

test.each(['Completed', 'complete', 'DONE', 'Done ✓', 'completed_late', 'Partly done'])(
  '%s says that work is done',
  (word) => expect(saysCompleted(word)).toBe(true),
)

test.each(['Incomplete', 'Not done', 'Not completed', 'Abandoned', 'In progress', '', null, undefined])(
  '%s does not',
  (word) => expect(saysCompleted(word)).toBe(false),
)

test('an archived project is over, too', () => {
  expect(['Archived', 'Done', 'Incomplete'].map(saysOver)).toEqual([true, true, false])
})
