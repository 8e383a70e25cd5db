import { describe, expect, test } from 'vitest'
import { contentOf } from '../../src/service/store/playbooks.ts'
import { choicesOf } from '../../src/service/store/data-fields.ts'
import { questionsOf } from '../../src/service/store/work.ts'
import { bodyOf } from '../../src/service/store/webhooks.ts'
import { percent } from '../../src/service/store/projects.ts'

describe('a column that holds JSON', () => {
  test('is read in the shape of its schema', () => {
    expect(choicesOf({ choices: '["EMEA"]' })).toEqual(['EMEA'])
    expect(bodyOf({ body: '{"object_name":"Kickoff"}' })).toEqual({ object_name: 'Kickoff' })
  })

  test.each([
    ['playbook.content', () => contentOf({ content: '{"roles":[]}' })],
    ['data_field.choices', () => choicesOf({ choices: 'EMEA' })],
    ['subtask.configuration', () => questionsOf({ configuration: '[{"key":1}]' })],
    ['event.body', () => bodyOf({ body: '{}' })],
  ])('of a broken row is named: %s', (column, read) => {
    expect(read).toThrow(column)
  })
})

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
