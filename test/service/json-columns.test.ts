import { describe, expect, test } from 'vitest'
import { contentOf } from '../../src/service/store/playbooks/playbooks.ts'
import { choicesOf } from '../../src/service/store/projects/data-fields.ts'
import { questionsOf } from '../../src/service/store/projects/answers.ts'
import { bodyOf } from '../../src/service/store/webhooks.ts'

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
