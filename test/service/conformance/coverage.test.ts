import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readCoverage } from './coverage.ts'
import { choices } from './rules/choices.ts'

const idsOf = (rules: readonly { id: string }[]) => rules.map(({ id }) => id)

test('every rule of the interface is held by a test, or says why it binds clients alone', () => {
  const { unheld, unknown, doubled } = readCoverage()
  expect({ unheld: idsOf(unheld), unknown, doubled }).toEqual({ unheld: [], unknown: [], doubled: [] })
})

test('a rule that binds clients alone is named by no test', () => {
  const held = readCoverage().rows.filter(({ rule, holders }) => rule.client && holders.length > 0)
  expect(idsOf(held.map(({ rule }) => rule))).toEqual([])
})

test('each choice is a row of docs/interface-choices.md, and each row of what the service does a choice', () => {
  const page = readFileSync(new URL('../../../docs/interface-choices.md', import.meta.url), 'utf8')
  const [service = ''] = page.split('## What the bot')
  const rows = [...service.replaceAll('`', '').matchAll(/^- \*\*(.+?)\*\*: /gm)].map(
    ([, first = '']) => first,
  )
  const sentences = choices.map(({ sentence }) => sentence)
  expect(rows.toSorted()).toEqual(sentences.toSorted())
})
