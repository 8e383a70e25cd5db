import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { connect } from '../database/database.ts'
import { stepsTaken } from '../database/migrate.ts'
import { StoreUnusable } from '../database/store-unusable.ts'
import { createTables } from './postgres.ts'
import { atOnce, continueNumbers, lastNumber, readPostgres, type Row, type Sql, writeRows } from './rows.ts'
import { newer, type Steps, stepsNamed, type Table, tablesAfter } from './schema.ts'

/**
 * One line of JSON each: the steps that made the schema; then for each table its name, its rows, and its end. pg_dump
 * is not used, because it refuses any server that is newer than itself.
 */
type Line =
  | { readonly steps: readonly string[] }
  | { readonly table: string }
  | readonly Row[string][]
  | { readonly rows: number; readonly last: number }

const known = (steps: readonly string[]): Steps => {
  const named = stepsNamed(steps)
  if (!named) throw new StoreUnusable(newer)
  return named
}

async function* linesOf(sql: Sql): AsyncGenerator<Line> {
  const steps = await stepsTaken(sql)
  yield { steps }
  for (const table of await tablesAfter(known(steps))) {
    yield { table: table.name }
    let count = 0
    for await (const { rows } of readPostgres(sql, table)) {
      count += rows.length
      for (const row of rows) yield table.columns.map((name) => row[name] ?? null)
    }
    yield { rows: count, last: await lastNumber(sql, 'postgres', table) }
  }
}

/** Many lines at once, because a stream takes as long for one of them. */
async function* written(lines: AsyncIterable<Line>) {
  let some: string[] = []
  for await (const line of lines) {
    some.push(`${JSON.stringify(line)}\n`)
    if (some.length < atOnce) continue
    yield some.join('')
    some = []
  }
  yield some.join('')
}

/** Writes a database into a file as it is at one moment. Nobody waits for it. */
export const dumpPostgres = async (url: string, file: string): Promise<void> => {
  await using database = connect(url, 1)
  await database.sql
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const out = createWriteStream(file, { mode: 0o600, flush: true })
      // Stronger compression takes four times as long, and saves a fifth.
      await pipeline(Readable.from(written(linesOf(trx))), createGzip({ level: 1 }), out)
    })
}

async function* linesIn(file: string): AsyncGenerator<Line> {
  const unzipped = createReadStream(file).pipe(createGunzip())
  for await (const line of createInterface({ input: unzipped, crlfDelay: Infinity }))
    yield JSON.parse(line) as Line
}

const broken = () => new StoreUnusable('the backup is damaged: a table has other rows than it says')

/** Reads one table after another, each with its rows. */
const loadTables = async (sql: Sql, tables: readonly Table[], lines: AsyncIterable<Line>): Promise<void> => {
  let table: Table | undefined
  let rows: Row[] = []
  let count = 0
  const flush = async () => {
    if (!table) return
    count += rows.length
    await writeRows(sql, table, rows)
    rows = []
  }
  const seen = new Set<string>()
  for await (const line of lines) {
    if ('table' in line) {
      table = tables.find(({ name }) => name === line.table)
      if (!table) throw broken()
      count = 0
    } else if ('rows' in line) {
      await flush()
      if (!table || line.rows !== count) throw broken()
      await continueNumbers(sql, table, line.last)
      seen.add(table.name)
    } else if (table && !('steps' in line)) {
      rows.push(Object.fromEntries(table.columns.map((name, n) => [name, line[n] ?? null])))
      if (rows.length === atOnce) await flush()
    }
  }
  if (seen.size !== tables.length) throw broken()
}

/** The steps that made the schema of a dump. */
export const stepsOfDump = async (file: string): Promise<readonly string[]> => {
  for await (const line of linesIn(file)) if ('steps' in line) return line.steps
  throw broken()
}

/** Creates the schema and the rows of a dump, in the caller's transaction. */
export const loadDump = async (sql: Sql, file: string): Promise<void> => {
  const steps = known(await stepsOfDump(file))
  const tables = await tablesAfter(steps)
  await createTables(sql, steps, tables)
  await loadTables(sql, tables, linesIn(file))
}
