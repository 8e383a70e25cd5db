import { expect, test } from 'vitest'
import { percent } from '../../src/service/store/projects/progress.ts'

/** The largest whole percent that is not more than the done part, by whole numbers alone. */
const counted = (done: number, all: number): number => {
  let whole = 0
  while ((whole + 1) * all <= done * 100) whole += 1
  return whole
}

test('progress is exact for every number of tasks: 29 of 50 are 58%', () => {
  expect(percent(29, 50)).toBe(58)
  for (let all = 1; all <= 200; all++)
    for (let done = 0; done <= all; done++)
      expect(percent(done, all), `${done} of ${all}`).toBe(counted(done, all))
})
