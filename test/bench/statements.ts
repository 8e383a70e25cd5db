import { type Cost, costOfEvents } from '../bot/support/cost-of-events.ts'
import { onBoth } from './on-both.ts'
import type { Table } from './table.ts'

/** The bot's statements for one event, alone on its lane. The same on every machine. */
export const statements = async (postgresUrl: string): Promise<Table> => {
  const [onSqlite, onPostgres] = await onBoth(postgresUrl, 'statements', async (urlOf) =>
    costOfEvents(await urlOf('bot')),
  )
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
