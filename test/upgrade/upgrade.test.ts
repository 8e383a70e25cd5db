import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { engines, type EngineName } from '../support/databases.ts'
import { openDatabase as openBot } from '../../src/bot/store/database.ts'
import { connect } from '../../src/database/database.ts'
import { openDatabase as openService } from '../../src/service/store/database.ts'
import { messageSaying } from '../support/story.ts'
import { createWorld } from '../support/world.ts'
import { databaseOf, latest, recorded, type Rows, rowsAt, stepsNow, versions } from './recorded.ts'

// Processes and databases are started.
vi.setConfig({ testTimeout: 120_000 })

const open = { bot: openBot, service: openService }
const both = ['bot', 'service'] as const
const all = versions.flatMap((version) => both.map((program) => [version, program] as const))

test.each(all)('the steps that %s of the %s took are what they were', async (version, program) => {
  const now = await stepsNow(program)
  for (const [name, statements] of Object.entries(recorded(version, program).steps))
    expect(
      now[name],
      `the step ${name} is another than in ${version}, which is released: write a new step instead.
        Until 1.0.0 is released, run: npm run upgrade:record -- 1.0.0`,
    ).toEqual(statements)
})

const rowText = (row: object, columns: readonly string[]) =>
  JSON.stringify(columns.map((name) => (row as Record<string, unknown>)[name]))

/** What was there before and isn't any more: tables, columns, or rows by the columns that are still there. */
const lostBetween = (before: Rows, after: Rows): string[] =>
  Object.entries(before).flatMap(([table, rows]) => {
    const now = after[table]
    if (!now) return [table]
    const columns = Object.keys(rows[0] ?? {})
    const kept = columns.filter((name) => now[0] && name in now[0])
    const there = new Set(now.map((row) => rowText(row, kept)))
    const changed = rows.filter((row) => !there.has(rowText(row, kept))).length
    return [
      ...columns.filter((name) => !kept.includes(name)).map((name) => `${table}.${name}`),
      ...(changed > 0 ? [`${table}: ${changed} rows`] : []),
    ]
  })

/** Columns that an older program's insert can't leave out, by table. */
const demandedAt = async (url: string): Promise<Map<string, string[]>> => {
  await using database = connect(url, 1)
  const tables = await database.sql.introspection.getTables()
  return new Map(
    tables.map(({ name, columns }) => [
      name,
      columns
        .filter((one) => !one.isNullable && !one.hasDefaultValue && !one.isAutoIncrementing)
        .map((one) => one.name),
    ]),
  )
}

describe.each(engines)('an upgrade on %s', (engine: EngineName) => {
  test.each(all)(
    'from %s keeps every row of the %s, and demands nothing more of older nodes',
    async (version, program) => {
      const url = await databaseOf(version, program, engine)
      const [before, demanded] = [await rowsAt(url), await demandedAt(url)]
      expect(Object.values(before).flat().length).toBeGreaterThan(20)
      await (await open[program](url))[Symbol.asyncDispose]()
      expect(lostBetween(before, await rowsAt(url))).toEqual([])
      const now = await demandedAt(url)
      for (const [table, columns] of demanded) expect(now.get(table), table).toEqual(columns)
    },
  )
})

test('the programs of today go on from what the last release wrote', async () => {
  const files = {
    bot: await databaseOf(latest, 'bot', 'sqlite'),
    service: await databaseOf(latest, 'service', 'sqlite'),
  }
  const { rows } = recorded(latest, 'service')
  const project = String(rows['project']?.find(({ name }) => name === 'Globex – Upgrade')?.['uuid'])
  const world = await createWorld({ DATABASE_URL: files.bot, SERVICE_DATABASE_URL: files.service })
  onTestFinished(async () => void (await world.stop()))
  await world.start()
  const { modules } = await world.tree(project)
  const tasks = modules.flatMap((module) => module.tasks)
  const said = tasks.flatMap(({ comments }) => comments.map(({ message_plain: text }) => text))
  expect(said).toContain("Where's the \\ plan? ☕")
  expect(said.join()).toContain('(Slack): On Monday.')
  await world.command('dana', 'globex-onboarding', '/onboard subscriptions')
  await messageSaying(world, 'globex-onboarding', 'account Globex')
  await world.command('dana', 'globex-onboarding', '/onboard project Globex – Upgrade')
  await messageSaying(world, 'globex-onboarding', 'Globex – Upgrade')
})
