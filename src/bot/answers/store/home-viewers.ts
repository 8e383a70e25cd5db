import type { Clear, Queries } from '../../store/database.ts'

/** What the tab shows: the person’s own work, or the workspace’s channels and connection. */
export type HomePage = 'work' | 'workspace'

export const rememberViewer = async (
  sql: Queries,
  user: string,
  openedAt: number,
  page: HomePage = 'work',
): Promise<void> => {
  const shown = { opened_at: openedAt, page }
  await sql
    .insertInto('home_viewer')
    .values({ user_id: user, ...shown })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(shown))
    .execute()
}

export const pageOf = async (sql: Queries, user: string): Promise<HomePage> => {
  const row = await sql
    .selectFrom('home_viewer')
    .select('page')
    .where('user_id', '=', user)
    .executeTakeFirst()
  return row?.page === 'workspace' ? 'workspace' : 'work'
}

export const recentViewers = async (sql: Queries, sinceMs: number, limit: number): Promise<string[]> => {
  const rows = await sql
    .selectFrom('home_viewer')
    .select('user_id')
    .where('opened_at', '>=', sinceMs)
    .orderBy('opened_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ user_id: user }) => user)
}

export const clearViewers: Clear = async (sql, before) => {
  await sql.deleteFrom('home_viewer').where('opened_at', '<', before).execute()
  return 0
}
