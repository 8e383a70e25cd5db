import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Engine } from './engine.ts'

/** A migration knows the engine's data (`engine.sequence`), so that one text serves both. */
export type MigrationStep = (sql: Kysely<unknown>, engine: Engine) => Promise<void>

/** One program's migrations. Names sort in the order they run and never change once released. */
export interface Migrations {
  /** Part of every name: `2026-11-21-bot-1-inbox` is a step of `bot`. Steps that name no program belong to all. */
  readonly program: 'bot' | 'service'
  readonly steps: Readonly<Record<string, MigrationStep>>
}

const journal = 'kysely_migration'

/**
 * Steps in the journal that another program ran: the two programs may share a database, and earlier versions
 * gave each the tables of both. They are left as they are. A step of our own that is missing here stays an
 * error, because the database is then newer than this code.
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

/** Brings the schema up to date. Several nodes may start at once: Kysely's migrator holds a lock. */
export const migrate = async (
  sql: Kysely<unknown>,
  engine: Engine,
  { program, steps }: Migrations,
): Promise<void> => {
  const migrations: Record<string, Migration> = {}
  for (const [name, step] of Object.entries(steps)) migrations[name] = { up: (db) => step(db, engine) }
  const provider = { getMigrations: () => Promise.resolve(migrations) }
  // Lanes and programs name their steps apart: a later step of one may sort before an earlier step of another.
  const migrator = new Migrator({ db: sql, provider, allowUnorderedMigrations: true })
  for (let known = -1; ;) {
    const foreign = await foreignSteps(sql, program)
    for (const name of foreign) migrations[name] = { up: () => Promise.resolve() }
    const { error } = await migrator.migrateToLatest()
    if (!error) return
    // The other program may have run a step between the look and the lock: then look again.
    if (foreign.length === known) throw error
    known = foreign.length
  }
}
