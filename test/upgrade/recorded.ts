import { emptyUrl, type EngineName } from '../support/databases.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  DummyDriver,
  Kysely,
  type QueryCompiler,
  sql as raw,
  PostgresAdapter,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteQueryCompiler,
} from 'kysely'
import { migrations as ofBot } from '../../src/bot/store/schema.ts'
import { connect } from '../../src/database/database.ts'
import { postgresEngine, sqliteEngine } from '../../src/database/engine.ts'
import { migrate, type MigrationStep, running } from '../../src/database/migrate.ts'
import { migrations as ofService } from '../../src/service/store/schema.ts'

export type Program = 'bot' | 'service'
type Row = Readonly<Record<string, string | number | null>>
export type Rows = Readonly<Record<string, readonly Row[]>>
/** The statements of each step on each engine. */
type Steps = Readonly<Record<string, Readonly<Record<EngineName, readonly string[]>>>>

/** A database as a released version wrote it. */
interface Recorded {
  readonly steps: Steps
  readonly rows: Rows
}

const folder = join(import.meta.dirname, 'versions')

/** A version comes after its own previews, and 1.10 after 1.2. */
const sortable = (version: string) => (version.includes('-') ? version : `${version}-released`)
export const versions = readdirSync(folder).sort((one, other) =>
  sortable(one).localeCompare(sortable(other), 'en', { numeric: true }),
)
export const latest = versions.at(-1) ?? ''

export const recorded = (version: string, program: Program): Recorded =>
  JSON.parse(readFileSync(join(folder, version, `${program}.json`), 'utf8')) as Recorded

const engines = { sqlite: sqliteEngine, postgres: postgresEngine }

const compilers: Readonly<Record<EngineName, () => QueryCompiler>> = {
  sqlite: () => new SqliteQueryCompiler(),
  postgres: () => new PostgresQueryCompiler(),
}

/** What a step says to an engine, which isn't there. */
const statementsOf = async (step: MigrationStep, engine: EngineName): Promise<string[]> => {
  const said: string[] = []
  const dialect = {
    createAdapter: () => (engine === 'sqlite' ? new SqliteAdapter() : new PostgresAdapter()),
    createDriver: () => new DummyDriver(),
    createIntrospector: () => {
      throw new Error('a step reads the schema')
    },
    createQueryCompiler: compilers[engine],
  }
  const sql = new Kysely<unknown>({ dialect, log: ({ query }) => void said.push(query.sql) })
  await step(sql, engines[engine])
  return said
}

/** The steps of this version of the program. */
export const stepsNow = async (program: Program): Promise<Steps> => {
  const steps: Record<string, Record<EngineName, readonly string[]>> = {}
  for (const [name, step] of Object.entries((program === 'bot' ? ofBot : ofService).steps))
    steps[name] = {
      sqlite: await statementsOf(step, 'sqlite'),
      postgres: await statementsOf(step, 'postgres'),
    }
  return steps
}

/** All rows of our tables. */
export const rowsAt = async (url: string): Promise<Rows> => {
  await using database = connect<Record<string, Row>>(url, 1)
  const rows: Record<string, Row[]> = {}
  for (const { name } of await database.sql.introspection.getTables())
    rows[name] = await database.sql.selectFrom(name).selectAll().execute()
  return rows
}

/** Restores a recorded database, as today's code can't write it. Returns its URL. */
export const databaseOf = async (version: string, program: Program, engine: EngineName): Promise<string> => {
  const { steps, rows } = recorded(version, program)
  const url = await emptyUrl(engine)
  await using database = connect<Record<string, Row>>(url, 1)
  const then = Object.entries(steps).map(([name, of]) => [name, running(of[engine])] as const)
  await migrate(database.sql as Kysely<unknown>, engines[engine], {
    program,
    steps: Object.fromEntries(then),
  })
  for (const { name, columns } of await database.sql.introspection.getTables()) {
    await database.sql.deleteFrom(name).execute()
    for (const row of rows[name] ?? []) await database.sql.insertInto(name).values(row).execute()
    const key = columns.find(({ isAutoIncrementing }) => isAutoIncrementing)?.name
    if (engine === 'postgres' && key !== undefined)
      await raw`select setval(pg_get_serial_sequence(${name}, ${key}), max(${raw.ref(key)}))
        from ${raw.table(name)}`.execute(database.sql)
  }
  return url
}
