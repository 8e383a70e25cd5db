import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cost, costOfEvents } from '../bot/support/cost-of-events.ts'
import { createDatabase } from '../support/postgres-server.ts'
import type { Table } from './table.ts'

/** The bot's statements for one event, alone on its lane. The same on every machine. */
export const statements = async (postgresUrl: string): Promise<Table> => {
  const home = mkdtempSync(join(tmpdir(), 'onboarding-bench-'))
  const costs: Cost[][] = []
  try {
    costs.push(await costOfEvents(`sqlite:${join(home, 'bench.db')}`))
    costs.push(await costOfEvents(await createDatabase(postgresUrl, 'bench_statements')))
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
  const [onSqlite = [], onPostgres = []] = costs
  const figures = (cost: Cost | undefined) => [String(cost?.statements), String(cost?.transactions)]
  return {
    title: 'Statements per event',
    head: ['', 'SQLite: statements', 'transactions', 'PostgreSQL: statements', 'transactions'],
    rows: onSqlite.map((cost, at) => [cost.of, ...figures(cost), ...figures(onPostgres[at])]),
    note:
      'From the acknowledgement to the last message and reaction, including the lanes’ own statements, without `begin` and ' +
      '`commit`. Storing a reply is counted; storing a tracker delivery is not: it takes three statements in a ' +
      'transaction shared with other deliveries.',
  }
}
