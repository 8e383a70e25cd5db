import { type Kysely, sql } from 'kysely'

interface Index {
  table: string
  name: string
  columns: number
  isUnique: number
}

/** SQLite's own guess for a table without statistics. */
const rows = 1_048_576
const ofAnInstallation = rows / 64

/** Rows that are left after each column of an index. */
const guess = ({ columns, isUnique }: Index): string => {
  const others = Array.from({ length: columns - 1 }, (_, at) => Math.max(5, 10 - at))
  if (isUnique) others.splice(-1, 1, 1)
  return [rows, ofAnInstallation, ...others].join(' ')
}

/**
 * Without statistics, SQLite takes for granted that the first column of an index leaves ten rows. An installation leaves
 * far more, so SQLite would read all its rows instead of combining two better indexes. These are its own guesses, moved
 * by one column. Statistics that are there stay.
 */
export const guessForInstallations = async (queries: Kysely<never>): Promise<void> => {
  // Creates the table of statistics.
  await sql`analyze sqlite_schema`.execute(queries)
  const { rows: indexes } = await sql<Index>`
    select tables.name as "table", keys.name as name, keys."unique" as "isUnique",
      (select count(*) from pragma_index_info(keys.name)) as columns
    from sqlite_master tables, pragma_index_list(tables.name) keys
    where tables.type = 'table' and keys.name not in (select idx from sqlite_stat1 where idx is not null)
      and 'installation_id' = (select name from pragma_index_info(keys.name) where seqno = 0)`.execute(
    queries,
  )
  for (const index of indexes)
    await sql`insert into sqlite_stat1 (tbl, idx, stat) values (${index.table}, ${index.name}, ${guess(index)})`.execute(
      queries,
    )
  await sql`analyze sqlite_schema`.execute(queries)
}
