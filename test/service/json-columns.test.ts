import { describe, expect, test } from 'vitest'
import { contentOf } from '../../src/service/store/playbooks/playbooks.ts'
import { choicesOf } from '../../src/service/store/projects/data-fields.ts'
import { questionsOf } from '../../src/service/store/projects/answers.ts'
import { attemptsOf } from '../../src/service/store/webhooks/deliveries.ts'

describe('a column that holds JSON', () => {
  test('is read in the shape of its schema', () => {
    expect(choicesOf({ choices: '["EMEA"]' })).toEqual(['EMEA'])
    expect(attemptsOf({ attempt_log: null })).toEqual([])
    expect(attemptsOf({ attempt_log: '[{"at":1,"error":null}]' })).toEqual([{ at: 1, error: null }])
  })

  test.each([
    ['playbook.content', () => contentOf({ content: '{"roles":[]}' })],
    ['data_field.choices', () => choicesOf({ choices: 'EMEA' })],
    ['subtask.configuration', () => questionsOf({ configuration: '[{"key":1}]' })],
    ['webhook_delivery.attempt_log', () => attemptsOf({ attempt_log: '{}' })],
  ])('of a broken row is named: %s', (column, read) => {
    expect(read).toThrow(column)
  })
})
