import { sql as raw } from 'kysely'
import type { Queries } from '../database.ts'
import { rowsOf, type Scope, tableOf } from '../rows.ts'

/** After this many events in a row were set aside, a subscription's next events get only one attempt each. */
const patience = 2

/** Counts a delivery that was set aside for its subscription. */
export const noteSetAside = async (sql: Queries, delivery: number, now: number): Promise<void> => {
  const since = raw<number | null>`case when aside_in_row + 1 >= ${raw.lit(patience)}
    then coalesce(one_attempt_since, cast(${now} as bigint)) else one_attempt_since end`
  await sql
    .updateTable('webhook')
    .set({ aside_in_row: raw`aside_in_row + 1`, one_attempt_since: since })
    .where('uuid', '=', (eb) =>
      eb.selectFrom('webhook_delivery').select('webhook_uuid').where('id', '=', delivery),
    )
    .execute()
}

/** After a success, the subscription's next events get all attempts again. */
export const noteTaken = async (sql: Queries, webhook: string): Promise<void> => {
  await sql
    .updateTable('webhook')
    .set({ aside_in_row: 0, one_attempt_since: null })
    .where('uuid', '=', webhook)
    .where('aside_in_row', '>', 0)
    .execute()
}

/** Subscriptions whose events get one attempt each, with the number of their deliveries that are set aside. */
export const withOneAttempt = async (scope: Scope) => {
  const webhooks = await rowsOf(scope, 'webhook')
    .where('one_attempt_since', 'is not', null)
    .orderBy('id')
    .execute()
  if (webhooks.length === 0) return []
  const uuids = webhooks.map(({ uuid }) => uuid)
  const counts = await tableOf(scope, 'webhook_delivery')
    .select(({ fn }) => ['webhook_uuid', fn.countAll<number>().as('count')])
    .where('state', '=', 'aside')
    .where('webhook_uuid', 'in', uuids)
    .groupBy('webhook_uuid')
    .execute()
  const aside = new Map(counts.map((row) => [row.webhook_uuid, row.count]))
  return webhooks.map((webhook) => ({ ...webhook, aside: aside.get(webhook.uuid) ?? 0 }))
}
