import type { Kysely } from 'kysely'
import { type Migration, type MigrationResultSet, Migrator } from 'kysely/migration'
import type { Engine } from './engine.ts'

/** `engine` makes one step work on both engines. */
export type MigrationStep = (sql: Kysely<unknown>, engine: Engine) => Promise<void>

/** Names sort in the order of execution and never change after a release. */
export interface Migrations {
  /** Part of each name: `2026-11-21-bot-1-inbox` belongs to `bot`. Names without a program belong to both. */
  readonly program: 'bot' | 'service'
  readonly steps: Readonly<Record<string, MigrationStep>>
}

const journal = 'kysely_migration'

/**
 * Steps in the journal that the other program ran, because the two can share a database. They are skipped. An own
 * step that is missing in the code is an error: then the database is newer than the code.
 */
const foreignSteps = async (sql: Kysely<unknown>, program: string): Promise<string[]> => {
  const tables = await sql.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === journal)) return []
  const rows = await (sql as Kysely<Record<typeof journal, { name: string }>>)
    .selectFrom(journal)
    .select('name')
    .execute()
  const named = /^\d{4}-\d{2}-\d{2}-(\w+)-/
  return rows.map(({ name }) => name).filter((name) => (named.exec(name)?.[1] ?? program) !== program)
}

/** Rolls back after an error, and returns it. */
const inTransaction = async (
  sql: Kysely<unknown>,
  latest: (db: Kysely<unknown>) => Promise<MigrationResultSet>,
): Promise<MigrationResultSet> => {
  let result: MigrationResultSet = {}
  const once = async (trx: Kysely<unknown>) => {
    result = await latest(trx)
    if (result.error) throw result.error
  }
  await sql
    .transaction()
    .execute(once)
    .catch((error: unknown) => {
      if (error !== result.error) throw error
    })
  return result
}

/** Several nodes can start at once, because Kysely's migrator takes a lock. */
export const migrate = async (
  sql: Kysely<unknown>,
  engine: Engine,
  { program, steps }: Migrations,
): Promise<void> => {
  const migrations: Record<string, Migration> = {}
  for (const [name, step] of Object.entries(steps)) migrations[name] = { up: (db) => step(db, engine) }
  const provider = { getMigrations: () => Promise.resolve(migrations) }
  // Unordered, because a later step of one program may sort before an earlier one of the other.
  const latest = (db: Kysely<unknown>) =>
    new Migrator({ db, provider, allowUnorderedMigrations: true }).migrateToLatest()
  for (let known = -1; ;) {
    const foreign = await foreignSteps(sql, program)
    for (const name of foreign) migrations[name] = { up: () => Promise.resolve() }
    const { error } = await (engine.soleOwner ? latest(sql) : inTransaction(sql, latest))
    if (!error) return
    // The other program may have migrated just before the lock, so look again.
    if (foreign.length === known) throw error
    known = foreign.length
  }
}
