import { expect, test } from 'vitest'
import { presetChoices } from '../src/bot/audience/messages/settings-words.ts'
import { events } from '../src/bot/doors/slack-events.ts'
import { withCommands } from './permissions/document.ts'
import { openDatabase } from '../src/bot/store/database.ts'
import { readServiceConfig } from '../src/config/config.ts'
import { variables } from '../src/config/variables.ts'
import { linesOf } from './config-problems.ts'
import { promises } from './chaos/judge/promises.ts'
import { read } from './support/files.ts'
import { freshFolder } from './support/fresh-folder.ts'

test('docs/configuration.md lists every variable, and nothing else', () => {
  const [, table = ''] = read('docs/configuration.md').split('## Variables')
  const [rows = ''] = table.split('\n## ')
  const named = rows.split('\n').flatMap((row) => row.split('|')[1]?.match(/`[A-Z_]+`/g) ?? [])
  expect(named.map((name) => name.slice(1, -1)).sort()).toEqual([...variables].sort())
})

test('docs/configuration.md has a fix for every configuration error', () => {
  const docs = read('docs/configuration.md')
  const malformed = Object.fromEntries(variables.map((name) => [name, '// \n']))
  const listed = [
    ...linesOf({ NODE_ENV: 'production' }),
    ...linesOf(malformed),
    ...linesOf({ NODE_ENV: 'production', PUBLIC_URL: 'http://onboarding.example.com' }),
    ...linesOf({ SLACK_BOT_TOKEN: 'x' }),
    ...linesOf({ NODE_ENV: 'production' }, readServiceConfig),
  ]
  expect(listed.length).toBeGreaterThan(20)
  for (const problem of listed) {
    const [name = '', ...words] = problem.split(' ')
    expect(docs).toContain(`\`${name}`)
    expect(docs).toContain(words.slice(0, 3).join(' '))
  }
})

test('docs/configuration.md says how long each table of the bot keeps its rows', async () => {
  await using database = await openDatabase(`sqlite:${freshFolder()}/bot.db`)
  const tables = (await database.installations.sql.introspection.getTables()).map(({ name }) => name)
  const [, docs = ''] = read('docs/configuration.md').split('## Retention')
  expect(tables.filter((name) => !docs.includes(`\`${name}\``))).toEqual([])
  expect(tables).toContain('reply')
})

test('docs/use.md has each preset in the words of the dialogs', () => {
  const docs = read('docs/use.md')
  const rows = docs.split('\n').filter((row) => row.startsWith('| '))
  for (const { value, text, description } of presetChoices) {
    const found = rows.filter((row) => row.startsWith(`| ${text}`) && row.includes(`| ${description}`))
    expect({ value, rows: found.length }).toEqual({ value, rows: value === 'custom' ? 0 : 1 })
  }
})

test('the manifest subscribes to every event that the bot listens to', () => {
  const heard = Object.keys(events)
  const manifest = read('manifest.yml')
  for (const name of heard) expect(manifest).toMatch(new RegExp(`- ${name}(\\.|\\s)`))
  expect(heard).toContain('message')
})

test('docs/use.md lists every subcommand as its help shows it, and no other', () => {
  const docs = read('docs/use.md')
  const withoutOne = docs.replace(/\n- `status`[^\n]+/, '')
  expect(withoutOne).not.toBe(docs)
  const isWritten = withCommands(withoutOne) === docs
  expect(isWritten, 'docs/use.md lacks a subcommand: run npm run permissions').toBe(true)
})

/** The dashboards show every metric of our own, and none that is not there: test/telemetry/dashboards.test.ts. */
test('docs/operations.md names the metrics that the dashboards show', () => {
  const metrics = (text: string) => {
    const named = text.match(/\bonboarding_[a-z_]+\b/g) ?? []
    return [...new Set(named.map((name) => name.replace(/_(bucket|count|sum)$/, '')))].sort()
  }
  const shown = ['bot', 'service'].map((name) => read(`deploy/grafana/${name}.json`))
  expect(metrics(read('docs/operations.md'))).toEqual(metrics(shown.join('\n')))
})

test('docs/reliability.md says what the judge of simulated and chaos worlds requires', () => {
  const page = read('docs/reliability.md').replaceAll("'", '’')
  for (const promise of Object.keys(promises)) expect(page).toContain(promise)
})
