import { expect, test, vi } from 'vitest'
import { openDatabase as openBot } from '../../src/bot/store/database.ts'
import { openDatabase as openService } from '../../src/service/store/database.ts'
import { eachEngine } from '../support/databases.ts'
import { refusedBy } from './refused.ts'
import { databaseOf, lostBetween, programs, rowsAt, spoil, statementsOf, versions } from './versions.ts'

// Processes and databases are started.
vi.setConfig({ testTimeout: 120_000 })

const open = { bot: openBot, service: openService }

/** What a migration changed on purpose, by version: `table`, `table.column`, or `table: N rows`, with the reason. */
const meant: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // The first opening frees the leases of earlier processes.
  '1.0.0-pre': { 'lane: 1 rows': 'leases' },
}

/** Columns with other values on purpose, by version. */
const rewritten: Readonly<Record<string, ReadonlySet<string>>> = {
  // A lane's name now begins with its installation.
  '1.0.0-pre': new Set(['lane.lane', 'job.lane']),
}

eachEngine('an upgrade', (_fresh, engine) => {
  test.each(versions.flatMap((version) => programs.map((program) => [version, program] as const)))(
    'from %s keeps every row of the %s',
    async (version, program) => {
      const url = await databaseOf(version, program, engine)
      const before = await rowsAt(url)
      expect(before.size).toBeGreaterThan(20)
      for (const [table, rows] of before) expect(rows.length, table).toBeGreaterThan(0)
      await (await open[program](url))[Symbol.asyncDispose]()
      const lost = lostBetween(before, await rowsAt(url), rewritten[version])
      expect(lost.filter((one) => meant[version]?.[one] === undefined)).toEqual([])
    },
  )

  test('that loses a table, a column, or a value is noticed', async () => {
    const url = await databaseOf(versions.at(-1) ?? '', 'bot', engine)
    await (await open.bot(url))[Symbol.asyncDispose]()
    const before = await rowsAt(url)
    await spoil(url, `update subscription set label = 'x'`)
    expect(lostBetween(before, await rowsAt(url))).toEqual([expect.stringMatching(/^subscription: \d rows$/)])
    expect(lostBetween(before, new Map([...before].filter(([name]) => name !== 'setting')))).toEqual([
      'setting',
    ])
  })
})

const rolling = versions.filter((version) => statementsOf(version))

test.each(rolling)(
  'while nodes are restarted one by one, the statements of %s work in the database of this version',
  async (version) => {
    for (const program of programs) {
      const url = await databaseOf(version, program, 'postgres')
      await (await open[program](url))[Symbol.asyncDispose]()
      await (await open[program === 'bot' ? 'service' : 'bot'](url))[Symbol.asyncDispose]()
      expect(await refusedBy(url, statementsOf(version) ?? [])).toEqual([])
    }
  },
)

test('a migration that an older node cannot live with is noticed', async () => {
  const url = await databaseOf(versions.at(-1) ?? '', 'bot', 'postgres')
  const insert =
    'insert into "setting" ("installation_id", "key", "value") values ($1, $2, $3) on conflict ("installation_id", "key") do nothing'
  const select = 'select "value" from "setting" where "key" = $1'
  expect(await refusedBy(url, [insert, select])).toEqual([])
  await spoil(url, `alter table setting add column owner text not null default 'x'`)
  expect(await refusedBy(url, [insert, select])).toEqual([])
  await spoil(url, 'alter table setting alter column owner drop default')
  expect(await refusedBy(url, [insert, select])).toEqual(['setting.owner has no default: ' + insert])
  await spoil(url, 'alter table setting drop constraint setting_pkey')
  expect(await refusedBy(url, [insert])).toContainEqual(
    expect.stringContaining('no unique or exclusion constraint'),
  )
  await spoil(url, 'alter table setting drop column value')
  expect(await refusedBy(url, [select])).toEqual([expect.stringContaining('column "value" does not exist')])
})
