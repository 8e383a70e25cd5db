import { type QueryExecutorProvider, sql } from 'kysely'
import { openOne } from '../support/open-one.ts'

export const noteStep = async (url: string, name: string): Promise<void> => {
  await using database = await openOne(url)
  const at = '2026-11-22T00:00:00Z'
  await sql`insert into kysely_migration (name, timestamp) values (${name}, ${at})`.execute(database.sql)
}

/** Throws where there is no such table. */
export const rowCount = async (
  { sql: queries }: { readonly sql: QueryExecutorProvider },
  table: string,
): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(queries)
  return Number(rows[0]?.n)
}
