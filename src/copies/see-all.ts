import { sql as raw } from 'kysely'
import { everyInstallation, scopeTo, sessionOf } from '../bot/store/scope.ts'
import { type Queries, wholeBot } from '../bot/store/database.ts'
import type { Sql } from './rows.ts'

/** In a transaction on PostgreSQL: row-level security hides the bot's rows from a transaction that does not ask. */
export const seeAll = async (trx: Sql): Promise<void> => {
  await raw.raw(sessionOf(everyInstallation)).execute(trx)
}

/** What belongs to no installation. */
export const wholeOf = (sql: Sql): Queries => sql.withPlugin(scopeTo(wholeBot)) as unknown as Queries
