import { type Kysely, sql } from 'kysely'

interface Index {
  table: string
  name: string
  /** JSON. */
  columns: string
  isUnique: number
  /** Whether it has a condition. */
  isPartial: number
  /** What SQLite goes by now. */
  stat: string | null
}

/** SQLite's own guess for a table without statistics. */
const rows = 1_048_576
const rowsOfPartial = rows / 64

/** A value of these columns leaves a share of the rows. Of any other, it leaves about ten, as SQLite guesses. */
const shares: Readonly<Record<string, number>> = {
  installation_id: 64,
  channel: 16,
  kind: 2,
  state: 2,
}

/** Rows that are left after each column of an index. */
const guess = ({ columns, isUnique, isPartial }: Index): string => {
  const all = isPartial ? rowsOfPartial : rows
  const names = JSON.parse(columns) as string[]
  const left: number[] = []
  for (const name of names) {
    const before = left.at(-1) ?? all
    const share = shares[name]
    left.push(share === undefined ? Math.max(5, Math.min(10, before - 1)) : before / share)
  }
  if (isUnique) left.splice(-1, 1, 1)
  return [all, ...left].join(' ')
}

/**
 * Without statistics, SQLite takes for granted that the first column of an index leaves ten rows. An installation leaves
 * far more, so SQLite would read all its rows instead of combining two better indexes. Statistics of `analyze` stay.
 */
export const guessForInstallations = async (queries: Kysely<never>): Promise<void> => {
  // Creates the table of statistics.
  await sql`analyze sqlite_schema`.execute(queries)
  const { rows: indexes } = await sql<Index>`
    select tables.name as "table", keys.name as name, keys."unique" as "isUnique", keys.partial as "isPartial", stat,
      (select json_group_array(name order by seqno) from pragma_index_info(keys.name)) as columns
    from sqlite_master tables, pragma_index_list(tables.name) keys left join sqlite_stat1 on idx = keys.name
    where tables.type = 'table'
      and (stat is null or stat like ${`${rows} %`} or stat like ${`${rowsOfPartial} %`})
      and 'installation_id' in (select name from pragma_index_info(keys.name))`.execute(queries)
  const changed = indexes.filter((index) => index.stat !== guess(index))
  if (changed.length === 0) return
  await queries.transaction().execute(async (tx) => {
    for (const index of changed) {
      await sql`delete from sqlite_stat1 where idx = ${index.name}`.execute(tx)
      await sql`insert into sqlite_stat1 (tbl, idx, stat) values (${index.table}, ${index.name}, ${guess(index)})`.execute(
        tx,
      )
    }
  })
  await sql`analyze sqlite_schema`.execute(queries)
}
