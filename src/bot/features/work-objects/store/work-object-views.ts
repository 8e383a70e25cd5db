import type { Queries } from '../../../store/database.ts'
import type { Clear } from '../../../store/clear.ts'

/** Stores where a side panel was opened, because requests for its comments have no channel. */
export const rememberView = async (
  sql: Queries,
  view: { user: string; ref: string; channel: string },
  now: number,
): Promise<void> => {
  const changed = { channel: view.channel, seen_at: now }
  await sql
    .insertInto('work_object_view')
    .values({ user_id: view.user, ref: view.ref, ...changed })
    .onConflict((conflict) => conflict.columns(['user_id', 'ref']).doUpdateSet(changed))
    .execute()
}

export const viewedIn = async (sql: Queries, user: string, ref: string): Promise<string | undefined> => {
  const row = await sql
    .selectFrom('work_object_view')
    .select('channel')
    .where('user_id', '=', user)
    .where('ref', '=', ref)
    .executeTakeFirst()
  return row?.channel
}

export const clearViews: Clear = async (sql, before) => {
  await sql.deleteFrom('work_object_view').where('seen_at', '<', before).execute()
  return 0
}
