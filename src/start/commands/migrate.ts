import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql as raw } from 'kysely'
import { migrations as ofBot } from '../../bot/store/schema.ts'
import { sqliteEngine, postgresEngine } from '../../database/engine.ts'
import { newerVersion, runSteps, stepsTaken, type MigrationStep } from '../../database/migrate.ts'
import { dialectOn } from '../../database/sqlite.ts'
import { migrations as ofService } from '../../service/store/schema.ts'
import { existsSync } from 'node:fs'
import { connect } from '../../database/database.ts'
import { StoreUnusable } from '../../database/trouble.ts'
import { optionsIn, wrongUse } from '../cannot-run.ts'
import { print } from '../print.ts'

export interface Table {
  readonly name: string
  readonly columns: readonly string[]
  /** The column with a number from a sequence, if there is one. */
  readonly numbered: string | undefined
}

type Steps = Readonly<Record<string, MigrationStep>>

const allSteps: Steps = { ...ofBot.steps, ...ofService.steps }

/** The steps of this version with these names. Undefined if a newer version has taken others. */
export const stepsNamed = (names: readonly string[]): Steps | undefined => {
  const named = names.flatMap((name) => (allSteps[name] ? [[name, allSteps[name]] as const] : []))
  return named.length === names.length ? Object.fromEntries(named) : undefined
}

/** The tables that these steps make, found by taking them in memory: a database can hold tables of others. */
export const tablesAfter = async (steps: Steps): Promise<Table[]> => {
  await using sql = new Kysely<unknown>({ dialect: dialectOn(new DatabaseSync(':memory:')) })
  await runSteps(sql, sqliteEngine, steps)
  const tables = await sql.introspection.getTables()
  return tables
    .map(({ name, columns }) => ({
      name,
      columns: columns.map((column) => column.name),
      numbered: columns.find(({ isAutoIncrementing }) => isAutoIncrementing)?.name,
    }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

type Row = Readonly<Record<string, string | number | null>>
export type Sql = Kysely<unknown>

const rowsAtOnce = 1_000

const columnList = ({ columns }: Table) => raw.join(columns.map((name) => raw.ref(name)))

/** Also tables whose key is a text have row numbers. */
async function* readSqlite(sql: Sql, table: Table): AsyncGenerator<readonly Row[]> {
  for (let upTo = 0; ;) {
    const { rows } = await raw<Row & { row_number: number }>`select rowid as row_number, ${columnList(table)}
      from ${raw.table(table.name)} where rowid > ${upTo} order by rowid limit ${rowsAtOnce}`.execute(sql)
    const last = rows.at(-1)
    if (!last) return
    upTo = last.row_number
    yield rows
  }
}

/** Writes into PostgreSQL, in one statement. The table decides the types. */
const writeRows = async (sql: Sql, table: Table, rows: readonly Row[]): Promise<void> => {
  await raw`insert into ${raw.table(table.name)} (${columnList(table)}) select ${columnList(table)}
    from json_populate_recordset(cast(null as ${raw.table(table.name)}), cast(${JSON.stringify(rows)} as json))`.execute(
    sql,
  )
}

/** Continues SQLite's sequence. Deleted rows may have had its last numbers. */
const continueNumbers = async (from: Sql, to: Sql, { name, numbered }: Table): Promise<void> => {
  if (numbered === undefined) return
  const { rows } = await raw<{ last: number | null }>`select max(seq) as last from sqlite_sequence
    where name = ${name}`.execute(from)
  const last = rows[0]?.last ?? 0
  if (last === 0) return
  await raw`select setval(pg_get_serial_sequence(quote_ident(${name}), ${numbered}), ${last})`.execute(to)
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
  if (!named) throw new StoreUnusable(`${newerVersion.found}: ${newerVersion.remedy}`)
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

/** Copies a table, and returns how many rows it has. */
const moveTable = async (from: Sql, to: Sql, table: Table): Promise<number> => {
  let count = 0
  for await (const rows of readSqlite(from, table)) {
    await writeRows(to, table, rows)
    count += rows.length
  }
  await continueNumbers(from, to, table)
  return count
}

/** In one transaction, so an interruption leaves nothing there. The file is locked, and stays as it is. */
export const migrateDatabase = async (
  fromFile: string,
  toUrl: string,
  onMoved: (table: string, rows: number) => void,
) => {
  if (!existsSync(fromFile)) throw new StoreUnusable(`${fromFile} does not exist`)
  await using source = connect(`sqlite:${fromFile}`)
  const steps = await stepsTaken(source.sql)
  if (steps.length === 0) throw new StoreUnusable(`${fromFile} has no tables of this program`)
  await using target = connect(toUrl, 1)
  await target.sql.transaction().execute(async (to) => {
    for (const table of await createTables(to, steps))
      onMoved(table.name, await moveTable(source.sql, to, table))
  })
}

const usage = 'migrate --from sqlite:PATH --to postgres://USER@HOST/NAME'

export const runMigrate = async (_env: NodeJS.ProcessEnv, words: readonly string[]): Promise<string> => {
  const { from = '', to = '' } = optionsIn(words, ['from', 'to'], usage)
  const [, file] = /^sqlite:(.+)$/.exec(from) ?? []
  if (!file || !/^postgres(ql)?:\/\//.test(to)) throw wrongUse(usage)
  let [tables, rows] = [0, 0]
  await migrateDatabase(file, to, (table, count) => {
    tables += 1
    rows += count
    print(`  ${table.padEnd(24)}${String(count).padStart(10)} rows`)
  })
  return [
    `\nCopied ${rows} rows of ${tables} tables.`,
    `Next, set DATABASE_URL (or SERVICE_DATABASE_URL) to the new address and start. ${file} stays as it was.`,
  ].join('\n')
}
