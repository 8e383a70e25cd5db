import { expect, test } from 'vitest'
import { subcommandNames } from '../../src/bot/doors/tables/subcommands.ts'
import { commands } from '../../src/playground/app-manifest.ts'

test('the message box suggests every subcommand that the app has', () => {
  const suggested = commands[0].subcommands.map(({ name }) => name)
  expect(suggested.toSorted()).toEqual(subcommandNames.toSorted())
})
