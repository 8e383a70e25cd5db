import { type Kysely, sql as raw } from 'kysely'
import { type Migration, type MigrationResultSet, Migrator } from 'kysely/migration'
import type { Engine } from './engine.ts'

export type MigrationStep = (sql: Kysely<unknown>, engine: Engine) => Promise<void>

/** A step that runs these statements. `{sequence}` is the type of a growing key. */
export const running =
  (statements: readonly string[]): MigrationStep =>
  async (sql, { sequence }) => {
    for (const statement of statements) await raw.raw(statement.replace('{sequence}', sequence)).execute(sql)
  }

/** Names sort in the order of execution and never change after a release. */
export interface Migrations {
  /** Part of each name: `2026-11-25-bot-schema` belongs to `bot`. Names without a program belong to both. */
  readonly program: 'bot' | 'service'
  readonly steps: Readonly<Record<string, MigrationStep>>
}

const journal = 'kysely_migration'

const hasJournal = async (sql: Kysely<unknown>): Promise<boolean> =>
  (await sql.introspection.getTables({ withInternalKyselyTables: true })).some(({ name }) => name === journal)

/** The names of the steps that a database has taken, of both programs. None if it is empty. */
export const stepsTaken = async (sql: Kysely<unknown>): Promise<string[]> => {
  try {
    const rows = await (sql as Kysely<Record<typeof journal, { name: string }>>)
      .selectFrom(journal)
      .select('name')
      .orderBy('name')
      .execute()
    return rows.map(({ name }) => name)
  } catch (error) {
    // Asked only now, because it reads the whole catalog, which was the slowest part of every start.
    if (await hasJournal(sql)) throw error
    return []
  }
}

/** The program that a step belongs to. Undefined for steps of both. */
const programOf = (step: string): string | undefined => /^\d{4}-\d{2}-\d{2}-(\w+)-/.exec(step)?.[1]

export const newerVersion = {
  found: 'a newer version of this program has used it',
  remedy: 'start that version, or restore a backup into a new database',
} as const

type Steps = Migrations['steps']

/** Whether the database has taken all steps. Kysely's migrator would take a lock and read the catalog twice to know. */
const isComplete = (own: readonly string[], steps: Steps) =>
  own.length === Object.keys(steps).length && own.every((name) => name in steps)

/** Runs the steps that a database has not taken yet, in the caller's transaction if there is one. */
export const runSteps = async (sql: Kysely<unknown>, engine: Engine, steps: Steps): Promise<void> => {
  const { error } = await migrator(sql, engine, steps).migrateToLatest()
  if (error) throw error
}

const migrator = (db: Kysely<unknown>, engine: Engine, steps: Steps) => {
  const migrations: Record<string, Migration> = {}
  for (const [name, step] of Object.entries(steps)) migrations[name] = { up: (sql) => step(sql, engine) }
  const provider = { getMigrations: () => Promise.resolve(migrations) }
  // Unordered, because a later step of one program may sort before an earlier one of the other.
  return new Migrator({ db, provider, allowUnorderedMigrations: true })
}

const inTransaction = async (
  sql: Kysely<unknown>,
  latest: (db: Kysely<unknown>) => Promise<MigrationResultSet>,
): Promise<MigrationResultSet> => {
  let result: MigrationResultSet = {}
  const work = async (trx: Kysely<unknown>) => {
    result = await latest(trx)
    if (result.error) throw result.error
  }
  await sql
    .transaction()
    .execute(work)
    .catch((error: unknown) => {
      if (error !== result.error) throw error
    })
  return result
}

/** Several nodes can start at once, because Kysely's migrator takes a lock. */
export const migrate = async (sql: Kysely<unknown>, engine: Engine, { program, steps }: Migrations) => {
  for (let foreignSeen = -1; ;) {
    const taken = await stepsTaken(sql)
    // The two programs can share a database, so the other one's steps are skipped.
    const foreign = taken.filter((name) => (programOf(name) ?? program) !== program)
    const own = taken.filter((name) => !foreign.includes(name))
    if (isComplete(own, steps)) return
    const unknown = own.find((name) => !(name in steps))
    if (unknown !== undefined) throw new Error(`${newerVersion.found} (${unknown}): ${newerVersion.remedy}`)
    const skipped = Object.fromEntries(foreign.map((name) => [name, () => Promise.resolve()]))
    const latest = (db: Kysely<unknown>) => migrator(db, engine, { ...steps, ...skipped }).migrateToLatest()
    const { error } = await inTransaction(sql, latest)
    if (!error) return
    // The other program may have migrated just before the lock, so look again.
    if (foreign.length === foreignSeen) throw error
    foreignSeen = foreign.length
  }
}
