import { expect, test } from 'vitest'
import { readCoverage } from './coverage.ts'
import { choices } from './rules.ts'

const idsOf = (rules: readonly { id: string }[]) => rules.map(({ id }) => id)

test('every rule of the interface is held by a test, or says why it binds clients alone', () => {
  const { unheld, unknown, doubled } = readCoverage()
  expect({ unheld: idsOf(unheld), unknown, doubled }).toEqual({ unheld: [], unknown: [], doubled: [] })
})

test('a rule that binds clients alone is named by no test', () => {
  const held = readCoverage().rows.filter(({ rule, holders }) => rule.client && holders.length > 0)
  expect(idsOf(held.map(({ rule }) => rule))).toEqual([])
})

test('each row of docs/interface-choices.md about the service is a choice with a number', () => {
  expect(choices.length).toBeGreaterThan(100)
  for (const { id, sentence } of choices)
    expect([sentence, id]).toEqual([sentence, expect.stringMatching(/-\d+$/)])
})
