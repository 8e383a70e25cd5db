import type { Queries } from '../database.ts'
import type { WebhookRow } from '../rows.ts'

/** Subscribing the same URL to the same event again answers with the subscription that is there. */
export const putWebhook = async (sql: Queries, webhook: Omit<WebhookRow, 'id'>): Promise<WebhookRow> => {
  await sql
    .insertInto('webhook')
    .values(webhook)
    .onConflict((conflict) => conflict.columns(['org', 'legacy', 'event_code', 'hook_url']).doNothing())
    .execute()
  return sql
    .selectFrom('webhook')
    .selectAll()
    .where('org', '=', webhook.org)
    .where('legacy', '=', webhook.legacy)
    .where('event_code', '=', webhook.event_code)
    .where('hook_url', '=', webhook.hook_url)
    .executeTakeFirstOrThrow()
}

/** Who hears of an event under its name, or under one of the legacy topics it is known by. */
export const listeningTo = (
  sql: Queries,
  org: string,
  name: string,
  topics: readonly string[],
): Promise<WebhookRow[]> =>
  sql
    .selectFrom('webhook')
    .selectAll()
    .where('org', '=', org)
    .where((eb) =>
      eb.or([
        eb.and([eb('legacy', '=', 0), eb('event_code', '=', name)]),
        ...(topics.length > 0 ? [eb.and([eb('legacy', '=', 1), eb('event_code', 'in', [...topics])])] : []),
      ]),
    )
    .orderBy('id')
    .execute()

export const listLegacyWebhooks = (sql: Queries, org: string): Promise<WebhookRow[]> =>
  sql.selectFrom('webhook').selectAll().where('org', '=', org).where('legacy', '=', 1).orderBy('id').execute()

export const listWebhooks = (sql: Queries, org: string): Promise<WebhookRow[]> =>
  sql.selectFrom('webhook').selectAll().where('org', '=', org).orderBy('id').execute()

/** What still waits for it is not sent. False when there is none of this uuid. */
export const removeWebhook = async (sql: Queries, org: string, uuid: string): Promise<boolean> => {
  const { numDeletedRows } = await sql
    .deleteFrom('webhook')
    .where('org', '=', org)
    .where('uuid', '=', uuid)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
