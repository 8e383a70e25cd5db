import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { migrations as ofBot } from '../bot/store/schema.ts'
import { sqliteEngine } from '../database/engine.ts'
import { type MigrationStep, runSteps } from '../database/migrate.ts'
import { dialectOn } from '../database/sqlite.ts'
import { migrations as ofService } from '../service/store/schema.ts'

export interface Table {
  readonly name: string
  readonly columns: readonly string[]
  /** The column with a number from a sequence, if there is one. */
  readonly numbered: string | undefined
}

type Steps = Readonly<Record<string, MigrationStep>>

const known: Steps = { ...ofBot.steps, ...ofService.steps }

export const newer = 'a newer version of this program has used the database: use that version'

/** The steps of this version with these names. Undefined if a newer version has taken others. */
export const stepsNamed = (names: readonly string[]): Steps | undefined => {
  const found = names.flatMap((name) => (known[name] ? [[name, known[name]] as const] : []))
  return found.length === names.length ? Object.fromEntries(found) : undefined
}

/** The tables that these steps make, found by taking them in memory: a database can hold tables of others. */
export const tablesAfter = async (steps: Steps): Promise<Table[]> => {
  const sql = new Kysely<unknown>({ dialect: dialectOn(new DatabaseSync(':memory:')) })
  try {
    await runSteps(sql, sqliteEngine, steps)
    const tables = await sql.introspection.getTables()
    return tables
      .map(({ name, columns }) => ({
        name,
        columns: columns.map((column) => column.name),
        numbered: columns.find(({ isAutoIncrementing }) => isAutoIncrementing)?.name,
      }))
      .sort((one, other) => (one.name < other.name ? -1 : 1))
  } finally {
    await sql.destroy()
  }
}
