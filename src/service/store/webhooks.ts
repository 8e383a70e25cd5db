import { z } from 'zod'
import { sql as raw } from 'kysely'
import type { Queries } from './database.ts'
import {
  jsonColumn,
  type Page,
  type Row,
  rowsOf,
  type Scope,
  tableOf,
  totalOf,
  type WebhookRow,
} from './rows.ts'

type DeliveryRow = Row<'webhook_delivery'>

/** One for each webhook. Returns their ids in order. */
export const addDeliveries = async (
  { sql, org }: Scope,
  { id: event_id, created_at }: Pick<Row<'event'>, 'id' | 'created_at'>,
  webhooks: readonly WebhookRow[],
  rest: Pick<DeliveryRow, 'state' | 'last_error' | 'settled_at'>,
): Promise<number[]> => {
  if (webhooks.length === 0) return []
  const row = { org, event_id, created_at, attempts: 0, ...rest }
  const rows = webhooks.map(({ uuid }) => ({ ...row, webhook_uuid: uuid }))
  const made = await sql.insertInto('webhook_delivery').values(rows).returning('id').execute()
  return made.map(({ id }) => id).sort((a, b) => a - b)
}

export const eventById = (sql: Queries, id: number) =>
  sql.selectFrom('event').select(['id', 'org', 'name', 'created_at']).where('id', '=', id).executeTakeFirst()

const eventBody = jsonColumn(
  'event.body',
  z.looseObject({ object_name: z.string(), payload: z.looseObject({}) }),
)

/** Undefined when the subscription was removed. */
export const dueDelivery = (sql: Queries, id: number) =>
  sql
    .selectFrom('webhook_delivery as d')
    .innerJoin('event as e', 'e.id', 'd.event_id')
    .innerJoin('webhook as w', 'w.uuid', 'd.webhook_uuid')
    .where('d.id', '=', id)
    .select(['d.id', 'd.state', 'e.body'])
    .select(['e.id as eventId', 'e.name as eventName', 'w.event_code as eventCode', 'w.hook_url as hookUrl'])
    .select(['w.uuid as webhook', 'w.one_attempt_since'])
    .executeTakeFirst()

export type DueDelivery = NonNullable<Awaited<ReturnType<typeof dueDelivery>>>

export const bodyOf = ({ body }: Pick<Row<'event'>, 'body'>) => eventBody(body)

export const noteDelivery = async (
  sql: Queries,
  id: number,
  changed: Pick<DeliveryRow, 'state' | 'last_error' | 'settled_at'> & {
    attempts?: number
  },
): Promise<void> => {
  await sql.updateTable('webhook_delivery').set(changed).where('id', '=', id).execute()
}

/** Newest first, without deliveries to removed subscriptions. */
export const listDeliveries = async (
  { sql, org }: Scope,
  { state, limit, offset }: Page & { state?: DeliveryRow['state'] | undefined },
) => {
  let query = sql
    .selectFrom('webhook_delivery as d')
    .innerJoin('webhook as w', 'w.uuid', 'd.webhook_uuid')
    .where('d.org', '=', org)
  if (state !== undefined) query = query.where('d.state', '=', state)
  const deliveries = await query
    .innerJoin('event as e', 'e.id', 'd.event_id')
    .selectAll('d')
    .select(['w.event_code as event_name', 'w.hook_url', 'e.body'])
    .orderBy('d.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { deliveries, total: await totalOf(query) }
}

/** Marks deliveries that were set aside as waiting. Returns their ids in order. */
export const takeBack = async ({ sql, org }: Scope, ids: readonly number[]): Promise<number[]> => {
  if (ids.length === 0) return []
  const taken = await sql
    .updateTable('webhook_delivery')
    .set({ state: 'waiting', settled_at: null })
    .where('org', '=', org)
    .where('state', '=', 'aside')
    .where('id', 'in', ids)
    .returning('id')
    .execute()
  return taken.map(({ id }) => id).sort((a, b) => a - b)
}

export const oldestAside = async (scope: Scope, { limit, after }: { limit: number; after: number }) => {
  const query = tableOf(scope, 'webhook_delivery').where('state', '=', 'aside').where('id', '>', after)
  const rows = await query.select('id').orderBy('id').limit(limit).execute()
  return rows.map(({ id }) => id)
}

export const countAside = (scope: Scope): Promise<number> =>
  totalOf(tableOf(scope, 'webhook_delivery').where('state', '=', 'aside'))

/** After this many events in a row were set aside, a subscription's next events get only one attempt each. */
const patience = 2

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

export const findWebhook = (
  scope: Scope,
  { legacy, event_code, hook_url }: Pick<WebhookRow, 'legacy' | 'event_code' | 'hook_url'>,
) =>
  rowsOf(scope, 'webhook')
    .where((eb) => eb.and({ legacy, event_code, hook_url }))
    .executeTakeFirst()

export const countWebhooks = (scope: Scope): Promise<number> => totalOf(tableOf(scope, 'webhook'))

export const listeningTo = (scope: Scope, name: string, topics: readonly string[]) =>
  rowsOf(scope, 'webhook')
    .where((eb) =>
      eb.or([
        eb.and([eb('legacy', '=', 0), eb('event_code', '=', name)]),
        ...(topics.length > 0 ? [eb.and([eb('legacy', '=', 1), eb('event_code', 'in', topics)])] : []),
      ]),
    )
    .orderBy('id')
    .execute()

export const listWebhooks = (scope: Scope) => rowsOf(scope, 'webhook').orderBy('id').execute()
