import { sql } from 'kysely'
import type { Database } from '../../src/bot/store/database.ts'

/** How SQLite would look for a comment's parts, in a database that knows nothing of its rows yet. */
export const planForParts = async ({ sql: queries }: Database): Promise<string> => {
  const { rows } = await sql<{ detail: string }>`
    explain query plan select * from reply_comment
    where installation_id = 1 and (comment_uuid = 'c' or (task_uuid = 't' and state = 'unknown'))`.execute(
    queries,
  )
  return rows.map(({ detail }) => detail).join('\n')
}
