import { type New, rowsOf, type Scope, type WebhookRow } from '../rows.ts'

/** Subscribing the same URL to the same event again keeps the subscription. */
export const putWebhook = async (scope: Scope, webhook: New<'webhook'>): Promise<WebhookRow> => {
  await scope.sql
    .insertInto('webhook')
    .values({ ...webhook, org: scope.org })
    .onConflict((conflict) => conflict.columns(['org', 'legacy', 'event_code', 'hook_url']).doNothing())
    .execute()
  return rowsOf(scope, 'webhook')
    .where('legacy', '=', webhook.legacy)
    .where('event_code', '=', webhook.event_code)
    .where('hook_url', '=', webhook.hook_url)
    .executeTakeFirstOrThrow()
}

/** The subscriptions to an event's name or to one of its legacy topics. */
export const listeningTo = (scope: Scope, name: string, topics: readonly string[]): Promise<WebhookRow[]> =>
  rowsOf(scope, 'webhook')
    .where((eb) =>
      eb.or([
        eb.and([eb('legacy', '=', 0), eb('event_code', '=', name)]),
        ...(topics.length > 0 ? [eb.and([eb('legacy', '=', 1), eb('event_code', 'in', topics)])] : []),
      ]),
    )
    .orderBy('id')
    .execute()

export const listWebhooks = (scope: Scope): Promise<WebhookRow[]> =>
  rowsOf(scope, 'webhook').orderBy('id').execute()
