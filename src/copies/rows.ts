import { type Kysely, sql as raw } from 'kysely'
import type { Table } from './schema.ts'

type Row = Readonly<Record<string, string | number | null>>
export type Sql = Kysely<unknown>

/** How many rows are in memory at once. */
const atOnce = 1_000

const listed = ({ columns }: Table) => raw.join(columns.map((name) => raw.ref(name)))

/** Also tables whose key is a text have row numbers. */
export async function* readSqlite(sql: Sql, table: Table): AsyncGenerator<readonly Row[]> {
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
export const writeRows = async (sql: Sql, table: Table, rows: readonly Row[]): Promise<void> => {
  await raw`insert into ${raw.table(table.name)} (${listed(table)}) select ${listed(table)}
    from json_populate_recordset(cast(null as ${raw.table(table.name)}), cast(${JSON.stringify(rows)} as json))`.execute(
    sql,
  )
}

/** The next row gets the next number of SQLite's sequence, whose last ones deleted rows may have had. */
export const continueNumbers = async (from: Sql, to: Sql, { name, numbered }: Table): Promise<void> => {
  if (numbered === undefined) return
  const { rows } = await raw<{ last: number | null }>`select max(seq) as last from sqlite_sequence
    where name = ${name}`.execute(from)
  const last = rows[0]?.last ?? 0
  if (last === 0) return
  await raw`select setval(pg_get_serial_sequence(quote_ident(${name}), ${numbered}), ${last})`.execute(to)
}
