import type { Selectable } from 'kysely'
import type { Clear } from '../clear.ts'
import type { Queries } from '../database.ts'
import type { BotTables } from '../tables.ts'

export type AssistantRequest = Selectable<BotTables['assistant_request']>

export const keepRequest = async (sql: Queries, request: AssistantRequest): Promise<void> => {
  await sql.insertInto('assistant_request').values(request).execute()
}

/** How many of a person's requests can still be confirmed. */
export const requestsOf = async (sql: Queries, user: string, now: number): Promise<number> => {
  const { count } = await sql
    .selectFrom('assistant_request')
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .where('user_id', '=', user)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Each request is taken once, by its own person. Undefined if it is taken, expired, or somebody else's. */
export const takeRequest = (
  sql: Queries,
  { uuid, user }: { uuid: string; user: string },
  now: number,
): Promise<AssistantRequest | undefined> =>
  sql
    .deleteFrom('assistant_request')
    .where('uuid', '=', uuid)
    .where('user_id', '=', user)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()

export const clearRequests: Clear = async (sql, before) => {
  await sql.deleteFrom('assistant_request').where('expires_at', '<', before).execute()
  return 0
}
