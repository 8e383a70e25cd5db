import { hash } from 'node:crypto'
import { type Kysely, sql as raw } from 'kysely'
import type { Table } from './schema.ts'

export type Row = Readonly<Record<string, string | number | null>>
export type Sql = Kysely<unknown>

/** How many rows are read, written, and committed at once. */
const atOnce = 1_000

interface Batch {
  readonly rows: readonly Row[]
  /** Where SQLite continues after this batch. */
  readonly upTo: number
}

/** A table's rows. On PostgreSQL it needs a transaction, for its cursor. */
type ReadRows = (sql: Sql, table: Table, after?: number) => AsyncGenerator<Batch>

const listed = ({ columns }: Table) => raw.join(columns.map((name) => raw.ref(name)))

/** Also tables whose key is a text have row numbers. */
export const readSqlite: ReadRows = async function* readSqlite(sql, table, after = 0) {
  for (let upTo = after; ;) {
    const { rows } = await raw<Row & { row_number: number }>`select rowid as row_number, ${listed(table)}
      from ${raw.table(table.name)} where rowid > ${upTo} order by rowid limit ${atOnce}`.execute(sql)
    const last = rows.at(-1)
    if (!last) return
    upTo = last.row_number
    yield { rows, upTo }
  }
}

export const readPostgres: ReadRows = async function* readPostgres(sql, table) {
  await raw`declare copied no scroll cursor for select ${listed(table)} from ${raw.table(table.name)}`.execute(
    sql,
  )
  for (;;) {
    const { rows } = await raw<Row>`fetch forward ${raw.lit(atOnce)} from copied`.execute(sql)
    if (rows.length === 0) break
    yield { rows, upTo: 0 }
  }
  await raw`close copied`.execute(sql)
}

/** The last number of each numbered table's sequence, which deleted rows may have had. */
export const lastNumber = async (sql: Sql, engine: 'sqlite' | 'postgres', { name, numbered }: Table) => {
  if (numbered === undefined) return 0
  const last =
    engine === 'sqlite'
      ? raw`(select max(seq) from sqlite_sequence where name = ${name})`
      : raw`pg_sequence_last_value(pg_get_serial_sequence(quote_ident(${name}), ${numbered})::regclass)`
  const { rows } = await raw<{ last: number | null }>`select ${last} as last`.execute(sql)
  return rows[0]?.last ?? 0
}

/** Into PostgreSQL, in one statement. The table decides the types. */
export const writeRows = async (sql: Sql, table: Table, rows: readonly Row[]): Promise<void> => {
  if (rows.length === 0) return
  await raw`insert into ${raw.table(table.name)} (${listed(table)}) select ${listed(table)}
    from json_populate_recordset(cast(null as ${raw.table(table.name)}), cast(${JSON.stringify(rows)} as json))`.execute(
    sql,
  )
}

/** The next row gets the next number. */
export const continueNumbers = async (sql: Sql, { name, numbered }: Table, last: number): Promise<void> => {
  if (numbered === undefined || last === 0) return
  await raw`select setval(pg_get_serial_sequence(quote_ident(${name}), ${numbered}), ${last})`.execute(sql)
}

export interface Digest {
  readonly rows: number
  /** The same for the same rows on every engine, in any order. */
  readonly sum: string
}

const modulus = 2n ** 256n

export const digestOf = async (batches: AsyncIterable<Batch>, { columns }: Table): Promise<Digest> => {
  let count = 0
  let sum = 0n
  for await (const { rows } of batches) {
    count += rows.length
    for (const row of rows)
      sum += BigInt(`0x${hash('sha256', JSON.stringify(columns.map((name) => row[name])))}`)
  }
  return { rows: count, sum: (sum % modulus).toString(16) }
}
