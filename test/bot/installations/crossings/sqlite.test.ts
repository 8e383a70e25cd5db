import { DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import { nothingCrosses } from './nothing-crosses.ts'

/** Collects how SQLite carries out each statement that is prepared until this is disposed of. */
const watchPlans = (plans: Map<string, readonly string[]>): Disposable => {
  const spy = vi.spyOn(DatabaseSync.prototype, 'prepare')
  return {
    [Symbol.dispose]: () => {
      const { calls, contexts } = spy.mock
      spy.mockRestore()
      for (const [at, [sql]] of calls.entries()) {
        if (plans.has(sql) || !/^\s*(?:select|insert|update|delete|with)\b/i.test(sql)) continue
        const database = contexts[at] as DatabaseSync
        const steps = database.prepare(`explain query plan ${sql}`).all()
        plans.set(
          sql,
          steps.map(({ detail }) => String(detail)),
        )
      }
    },
  }
}

const plans = new Map<string, readonly string[]>()

test('nothing crosses between 5 installations on SQLite', { timeout: 900_000 }, () =>
  nothingCrosses('sqlite', () => watchPlans(plans)),
)

/** They read all rows of these tables. */
const mayScan: Readonly<Record<string, string>> = {
  'delete from "job" where rowid in (select rowid from "job" where installation_id = ? limit ?)':
    'when an installation is erased',
  'delete from "lane" where rowid in (select rowid from "lane" where installation_id = ? limit ?)':
    'when an installation is erased',
  'select "lane" from "lane" where "pending" = ?': 'once a day',
  'select "kind", "lane" from "lane" where "installation_id" = ?': 'when the quota is lifted',
  'select "id" from "installation" where "state" in (?)': 'about all installations',
  kysely_migration: 'a few rows',
  sqlite_master: 'a few rows',
  'with void(name)': 'after the clock was set back',
}

// The tests look at whole tables themselves.
const isTests = (sql: string) => /^select \* from "\w+"( order by "\w+")?$/.test(sql)

/** A part of the statement itself: `with due(…) as`, or `(select …) as due`. */
const isPartOf = (sql: string, name: string) =>
  new RegExp(`(?:with|recursive|,)\\s+"?${name}"?\\s*(?:\\(|as\\b)|\\)\\s+as "?${name}"?(?!\\w)`).test(sql)

/** Whether it reads a table as a whole, or once for each installation. */
const readsAll = (sql: string) => (step: string) => {
  const [, name] = /^SCAN ([a-z]\w*)(?: USING .*| LEFT-JOIN)?$/.exec(step) ?? []
  // It has only what waits.
  if (step.endsWith('INDEX job_open')) return false
  return step.includes('ANY(') || (name !== undefined && !isPartOf(sql, name))
}

test('what was asked meanwhile has indexes', () => {
  expect(plans.size).toBeGreaterThan(200)
  const slow = [...plans].filter(
    ([sql, steps]) =>
      !isTests(sql) &&
      steps.some(readsAll(sql)) &&
      !Object.keys(mayScan).some((known) => sql.includes(known)),
  )
  expect(slow.map(([sql, steps]) => `${sql}: ${steps.join(', ')}`)).toEqual([])
})
