import { StatementSync } from 'node:sqlite'
import pg from 'pg'
import { onTestFinished, vi } from 'vitest'
import type { EngineName } from './databases.ts'

const textOf = (said: unknown): string => {
  if (said instanceof StatementSync) return said.sourceSQL
  return typeof said === 'object' && said !== null && 'text' in said ? String(said.text) : String(said)
}

/** Asked by the clock, and by whoever waits until nothing is due. */
const byClock = /^select kind, min\(run_at\)/

/** What goes to an engine from now on, whoever sends it, until it is asked for again or the test ends. */
export const countStatements = (engine: EngineName) => {
  const spies =
    engine === 'sqlite'
      ? [vi.spyOn(StatementSync.prototype, 'all'), vi.spyOn(StatementSync.prototype, 'run')]
      : [vi.spyOn(pg.Client.prototype, 'query')]
  for (const spy of spies) spy.mockClear()
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()))
  /** In their order, `begin` and `commit` among them. */
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
    statements: () => said().filter((text) => !/^(begin|commit|rollback)\b/i.test(text)).length,
    transactions: () => said().filter((text) => /^begin\b/i.test(text)).length,
  }
}
