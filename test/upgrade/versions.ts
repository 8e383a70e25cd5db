import { readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import pg from 'pg'
import { sql as raw } from 'kysely'
import { connect } from '../../src/database/database.ts'
import { stepsTaken } from '../../src/database/migrate.ts'
import { readPostgres, readSqlite, type Row } from '../../src/copies/rows.ts'
import { stepsNamed, tablesAfter } from '../../src/copies/schema.ts'
import { seeAll } from '../../src/copies/see-all.ts'
import { emptyPostgres } from '../copies/empty-postgres.ts'
import { freshFolder } from '../copies/fresh-folder.ts'
import type { EngineName } from '../support/databases.ts'

const folder = join(import.meta.dirname, 'versions')

/** A version comes after its own previews, and 1.10 after 1.2. */
const sortable = (version: string) => (version.includes('-') ? version : `${version}-released`)
export const versions = readdirSync(folder).sort((one, other) =>
  sortable(one).localeCompare(sortable(other), 'en', { numeric: true }),
)
export const programs = ['bot', 'service'] as const
export type Program = (typeof programs)[number]

const textOf = (version: string, name: string) => readFileSync(join(folder, version, name), 'utf8')

/** A database as a released version left it. Returns its URL. */
export const databaseOf = async (version: string, program: Program, engine: EngineName): Promise<string> => {
  const text = textOf(version, `${program}.${engine}.sql`)
  if (engine === 'sqlite') {
    const file = join(freshFolder(), `${program}.db`)
    const database = new DatabaseSync(file)
    database.exec(text)
    database.close()
    return `sqlite:${file}`
  }
  const url = await emptyPostgres()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text)
  await client.end()
  return url
}

export type Tables = ReadonlyMap<string, readonly Row[]>

/** All rows of our tables. */
export const rowsAt = async (url: string): Promise<Tables> => {
  await using database = connect(url, 1)
  const tables = await tablesAfter(stepsNamed(await stepsTaken(database.sql)) ?? {})
  const read = database.engine.name === 'sqlite' ? readSqlite : readPostgres
  return await database.sql.transaction().execute(async (trx) => {
    if (database.engine.name === 'postgres') await seeAll(trx)
    const found = new Map<string, readonly Row[]>()
    for (const table of tables) {
      const rows: Row[] = []
      for await (const batch of read(trx, table)) rows.push(...batch.rows)
      const plain = rows.map((row) =>
        Object.fromEntries(table.columns.map((name) => [name, row[name] ?? null])),
      )
      found.set(table.name, plain)
    }
    return found
  })
}

const only = (row: Row, columns: readonly string[]) => JSON.stringify(columns.map((name) => row[name]))

/**
 * What was there before and isn't any more: tables, columns, or rows by the columns that are still there. `rewritten`:
 * columns (`table.column`) that have other values on purpose.
 */
export const lostBetween = (
  before: Tables,
  after: Tables,
  rewritten: ReadonlySet<string> = new Set(),
): string[] =>
  [...before].flatMap(([table, rows]) => {
    const now = after.get(table)
    if (!now) return [table]
    const [first] = rows
    const columns = Object.keys(first ?? {})
    const kept = columns.filter((name) => now[0] && name in now[0])
    const gone = columns.filter((name) => !kept.includes(name)).map((name) => `${table}.${name}`)
    const same = kept.filter((name) => !rewritten.has(`${table}.${name}`))
    const there = now.map((row) => only(row, same))
    const changed = rows.filter((row) => !there.includes(only(row, same))).length
    return [...gone, ...(changed > 0 ? [`${table}: ${changed} rows`] : [])]
  })

/** The statements that a released version sent to PostgreSQL. Undefined if none are kept. */
export const statementsOf = (version: string): readonly string[] | undefined => {
  if (!readdirSync(join(folder, version)).includes('statements.jsonl')) return undefined
  return textOf(version, 'statements.jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as string)
}

/** Changes a database as a careless migration would. */
export const spoil = async (url: string, statement: string): Promise<void> => {
  await using database = connect(url, 1)
  await database.sql.transaction().execute(async (trx) => {
    if (database.engine.name === 'postgres') await seeAll(trx)
    await raw.raw(statement).execute(trx)
  })
}
