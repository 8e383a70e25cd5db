import { sql as raw } from 'kysely'
import { postgresEngine } from '../database/engine.ts'
import { runSteps } from '../database/migrate.ts'
import type { Sql } from './rows.ts'
import type { Steps, Table } from './schema.ts'

/** Whether a table is there, where this user's statements look for it. */
export const isThere = async (sql: Sql, table: string): Promise<boolean> => {
  const { rows } = await raw<{
    is: boolean
  }>`select to_regclass(quote_ident(${table})) is not null as is`.execute(sql)
  return rows[0]?.is === true
}

/** Takes the steps that made these tables, and removes the rows that steps add: the copy has its own. */
export const createTables = async (sql: Sql, steps: Steps, tables: readonly Table[]): Promise<void> => {
  await runSteps(sql, postgresEngine, steps)
  for (const { name } of tables) await raw`truncate ${raw.table(name)} restart identity`.execute(sql)
}
