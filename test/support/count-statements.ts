import { StatementSync } from 'node:sqlite'
import pg from 'pg'
import { onTestFinished, vi } from 'vitest'
import type { EngineName } from './databases.ts'

const textOf = (said: unknown): string => {
  if (said instanceof StatementSync) return said.sourceSQL
  return typeof said === 'object' && said !== null && 'text' in said ? String(said.text) : String(said)
}

/** Statements of timers, and of code that waits until nothing is due. */
const byClock = /^select (kind, min\(run_at\)|cast\(extract\(epoch from clock_timestamp)/

export const isBorder = (text: string): boolean => /^(begin|commit|rollback)\b/i.test(text)

/** Records all statements sent to an engine, until the next call or the end of the test. */
export const countStatements = (engine: EngineName) => {
  const spies =
    engine === 'sqlite'
      ? [vi.spyOn(StatementSync.prototype, 'all'), vi.spyOn(StatementSync.prototype, 'run')]
      : [vi.spyOn(pg.Client.prototype, 'query')]
  for (const spy of spies) spy.mockClear()
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()))
  /** In order, including `begin` and `commit`. */
  const said = () =>
    spies
      .flatMap(({ mock }) =>
        mock.calls.map(([query], at) => ({
          order: mock.invocationCallOrder[at] ?? 0,
          text: textOf(engine === 'sqlite' ? mock.contexts[at] : query).trim(),
        })),
      )
      .sort((one, other) => one.order - other.order)
      .map(({ text }) => text)
      .filter((text) => !byClock.test(text))
  return {
    said,
    statements: () => said().filter((text) => !isBorder(text)).length,
    /** Each reads all jobs. */
    searchesForIdleLanes: () =>
      said().filter((text) => text.includes('except select "lane" from "job"')).length,
    /** Of several statements. On PostgreSQL, even a single one has its own. */
    transactions: () => {
      const all = said()
      return all.filter(
        (text, at) => /^begin\b/i.test(text) && all.slice(at + 1, at + 3).every((next) => !isBorder(next)),
      ).length
    },
  }
}
