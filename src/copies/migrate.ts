import { existsSync } from 'node:fs'
import { type Kysely, sql as raw } from 'kysely'
import { connect } from '../database/database.ts'
import { postgresEngine } from '../database/engine.ts'
import { runSteps, stepsTaken } from '../database/migrate.ts'
import { StoreUnusable } from '../database/store-unusable.ts'
import { newer, stepsNamed, type Table, tablesAfter } from './schema.ts'

type Row = Readonly<Record<string, string | number | null>>
export type Sql = Kysely<unknown>

const atOnce = 1_000

const listed = ({ columns }: Table) => raw.join(columns.map((name) => raw.ref(name)))

/** Also tables whose key is a text have row numbers. */
async function* readSqlite(sql: Sql, table: Table): AsyncGenerator<readonly Row[]> {
  for (let upTo = 0; ;) {
    const { rows } = await raw<Row & { row_number: number }>`select rowid as row_number, ${listed(table)}
      from ${raw.table(table.name)} where rowid > ${upTo} order by rowid limit ${atOnce}`.execute(sql)
    const last = rows.at(-1)
    if (!last) return
    upTo = last.row_number
    yield rows
  }
}

/** Into PostgreSQL, in one statement. The table decides the types. */
const writeRows = async (sql: Sql, table: Table, rows: readonly Row[]): Promise<void> => {
  await raw`insert into ${raw.table(table.name)} (${listed(table)}) select ${listed(table)}
    from json_populate_recordset(cast(null as ${raw.table(table.name)}), cast(${JSON.stringify(rows)} as json))`.execute(
    sql,
  )
}

/** The next row gets the next number of SQLite's sequence, whose last ones deleted rows may have had. */
const continueNumbers = async (from: Sql, to: Sql, { name, numbered }: Table): Promise<void> => {
  if (numbered === undefined) return
  const { rows } = await raw<{ last: number | null }>`select max(seq) as last from sqlite_sequence
    where name = ${name}`.execute(from)
  const last = rows[0]?.last ?? 0
  if (last === 0) return
  await raw`select setval(pg_get_serial_sequence(quote_ident(${name}), ${numbered}), ${last})`.execute(to)
}

interface Moved {
  readonly table: string
  readonly rows: number
}

/** Whether a table is there, where this user's statements look for it. */
const isThere = async (sql: Sql, { name }: Table): Promise<boolean> => {
  const { rows } = await raw<{
    is: boolean
  }>`select to_regclass(quote_ident(${name})) is not null as is`.execute(sql)
  return rows[0]?.is === true
}

/** Creates the source's schema in an empty database, without the rows that steps add: the copy has its own. */
const createTables = async (to: Sql, steps: readonly string[]): Promise<readonly Table[]> => {
  const named = stepsNamed(steps)
  if (!named) throw new StoreUnusable(newer)
  const tables = await tablesAfter(named)
  for (const table of tables)
    if (await isThere(to, table))
      throw new StoreUnusable(
        `the target is not empty (it has ${table.name}): create an empty database for it`,
      )
  await runSteps(to, postgresEngine, named)
  for (const { name } of tables) await raw`truncate ${raw.table(name)} restart identity`.execute(to)
  return tables
}

const moveTable = async (from: Sql, to: Sql, table: Table): Promise<Moved> => {
  let count = 0
  for await (const rows of readSqlite(from, table)) {
    await writeRows(to, table, rows)
    count += rows.length
  }
  await continueNumbers(from, to, table)
  return { table: table.name, rows: count }
}

/**
 * Copies a SQLite file with the tables of either program or both into an empty PostgreSQL database, in one transaction:
 * an interruption leaves nothing there. The file is locked and stays as it is.
 */
export const migrateDatabase = async (fromFile: string, toUrl: string, onMoved: (moved: Moved) => void) => {
  if (!existsSync(fromFile)) throw new StoreUnusable(`${fromFile} does not exist`)
  await using source = connect(`sqlite:${fromFile}`)
  const steps = await stepsTaken(source.sql)
  if (steps.length === 0) throw new StoreUnusable(`${fromFile} has no tables of this program`)
  await using target = connect(toUrl, 1)
  await target.sql.transaction().execute(async (to) => {
    for (const table of await createTables(to, steps)) onMoved(await moveTable(source.sql, to, table))
  })
}
