import type { Clear } from '../../store/clear.ts'
import type { Queries } from '../../store/database.ts'

export const rememberViewer = async (sql: Queries, user: string, openedAt: number): Promise<void> => {
  await sql
    .insertInto('home_viewer')
    .values({ user_id: user, opened_at: openedAt })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ opened_at: openedAt }))
    .execute()
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
