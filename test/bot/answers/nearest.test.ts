import { expect, test } from 'vitest'
import { nearest } from '../../../src/bot/answers/reference.ts'
import { subcommandNames } from '../../../src/bot/doors/tables/subcommands.ts'

test('the nearest word is near, or begins with what was typed', () => {
  expect(nearest('hlep', subcommandNames)).toBe('help')
  expect(nearest('sub', subcommandNames)).toBe('subscribe')
  expect(nearest('x'.repeat(10_000), subcommandNames)).toBeUndefined()
})
