import { sql, type Kysely } from 'kysely'
import type { BotDatabase, Database } from '../../src/bot/store/database.ts'

/** Not an installation's: the queue's rows, the mark of a restored copy, and who is installed. */
const others = ['connection', 'installation', 'job', 'lane', 'restored']

type Row = Record<string, unknown>
type Any = Kysely<Record<string, Row>>

/** Queries of any table, whatever their types say. */
const untyped = (queries: unknown) => queries as Any

const tablesOf = async (queries: unknown) =>
  (await untyped(queries).introspection.getTables())
    .filter(({ name }) => !others.includes(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))

export const tableNames = async ({ lanes }: BotDatabase): Promise<string[]> =>
  (await tablesOf(lanes.sql)).map(({ name }) => name)

/** A value in every column, except for generated ids and the installation. */
const rowFor = (columns: readonly { name: string; dataType: string }[], text: string): Row =>
  Object.fromEntries(
    columns
      .filter(({ name }) => name !== 'id' && name !== 'installation_id')
      .map(({ name, dataType }) => [name, /int/i.test(dataType) ? text.length : `${text} ${name}`]),
  )

/** One row in each table, with the same values for the same text. Returns the rows by table. */
export const fill = async (queries: unknown, text: string): Promise<Map<string, Row>> => {
  const rows = new Map<string, Row>()
  for (const { name, columns } of await tablesOf(queries)) {
    const row = rowFor(columns, text)
    await untyped(queries).insertInto(name).values(row).execute()
    rows.set(name, row)
  }
  return rows
}

export const rowsIn = (queries: unknown, table: string): Promise<Row[]> =>
  untyped(queries).selectFrom(table).selectAll().execute()

export const clear = async (queries: unknown, table: string): Promise<void> => {
  await untyped(queries).deleteFrom(table).execute()
}

/** The columns of each primary key and unique index, by table. */
export const uniqueKeys = async ({
  lanes: { sql: queries },
  engine,
}: BotDatabase): Promise<{ table: string; columns: string[] }[]> => {
  const { rows } =
    engine.name === 'sqlite'
      ? await sql<{ table: string; columns: string }>`
          select tables.name as "table", (
            select group_concat(name) from (select name from pragma_index_info(keys.name) order by seqno)
          ) as columns
          from sqlite_master tables, pragma_index_list(tables.name) keys
          where tables.type = 'table' and keys."unique" = 1`.execute(queries)
      : await sql<{ table: string; columns: string }>`
          select tables.relname as "table", (
            select string_agg(attname, ',' order by position)
            from unnest(keys.indkey) with ordinality as parts(attnum, position)
            join pg_attribute on attrelid = tables.oid and pg_attribute.attnum = parts.attnum
          ) as columns
          from pg_index keys join pg_class tables on tables.oid = keys.indrelid
          where keys.indisunique and tables.relnamespace = 'public'::regnamespace`.execute(queries)
  return rows
    .filter(
      ({ table }) => !others.includes(table) && !table.startsWith('kysely_') && !table.startsWith('sqlite_'),
    )
    .map(({ table, columns }) => ({ table, columns: columns.split(',') }))
}

/** How many connections the database has, this one included. */
export const connections = async ({ lanes }: BotDatabase): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity where datname = current_database()`.execute(lanes.sql)
  return Number(rows[0]?.n)
}

/** How SQLite would look for a comment's parts, in a database that knows nothing of its rows yet. */
export const planForParts = async ({ sql: queries }: Database): Promise<string> => {
  const { rows } = await sql<{ detail: string }>`
    explain query plan select * from reply_comment
    where installation_id = 1 and (comment_uuid = 'c' or (task_uuid = 't' and state = 'unknown'))`.execute(
    queries,
  )
  return rows.map(({ detail }) => detail).join('\n')
}
