import type { Queries } from '../database.ts'
import type { Page } from '../like.ts'

/** One row for each receiver of the event, in the order of their subscriptions. */
export const addDeliveries = async (
  sql: Queries,
  org: string,
  eventId: number,
  webhookUuids: readonly string[],
  now: number,
): Promise<number[]> => {
  if (webhookUuids.length === 0) return []
  const rows = webhookUuids.map((uuid) => ({
    org,
    event_id: eventId,
    webhook_uuid: uuid,
    state: 'waiting' as const,
    attempts: 0,
    attempt_log: null,
    last_error: null,
    created_at: now,
    settled_at: null,
  }))
  const made = await sql.insertInto('webhook_delivery').values(rows).returning('id').execute()
  return made.map(({ id }) => id).sort((a, b) => a - b)
}

export interface Attempt {
  /** When it was made, in ms. */
  readonly at: number
  /** Why it failed; null when the receiver took it. */
  readonly error: string | null
}

/** A delivery replayed for ever keeps the newest of its attempts. */
const attemptsKept = 50

export interface DueDelivery {
  readonly id: number
  readonly state: 'waiting' | 'delivered' | 'aside'
  readonly body: string
  readonly eventName: string
  readonly eventCode: string
  readonly hookUrl: string
  readonly attempt_log: string | null
}

/** Undefined when its subscription is gone. */
export const dueDelivery = (sql: Queries, id: number): Promise<DueDelivery | undefined> =>
  sql
    .selectFrom('webhook_delivery as d')
    .innerJoin('event as e', 'e.id', 'd.event_id')
    .innerJoin('webhook as w', 'w.uuid', 'd.webhook_uuid')
    .where('d.id', '=', id)
    .select([
      'd.id',
      'd.state',
      'd.attempt_log',
      'e.body',
      'e.name as eventName',
      'w.event_code as eventCode',
      'w.hook_url as hookUrl',
    ])
    .executeTakeFirst()

export const attemptsOf = ({ attempt_log }: { attempt_log: string | null }): readonly Attempt[] =>
  attempt_log === null ? [] : (JSON.parse(attempt_log) as Attempt[])

/** The log with one attempt more; the lane has one owner, so nobody else writes it meanwhile. */
export const withAttempt = (delivery: { attempt_log: string | null }, attempt: Attempt): string =>
  JSON.stringify([...attemptsOf(delivery), attempt].slice(-attemptsKept))

export const noteDelivery = async (
  sql: Queries,
  id: number,
  noted: {
    state: DueDelivery['state']
    attempts?: number
    attempt_log?: string
    last_error: string | null
    settled_at: number | null
  },
): Promise<void> => {
  await sql.updateTable('webhook_delivery').set(noted).where('id', '=', id).execute()
}

export interface DeliveryRecord {
  readonly id: number
  readonly event_name: string
  readonly body: string
  readonly hook_url: string
  readonly state: DueDelivery['state']
  readonly attempts: number
  readonly attempt_log: string | null
  readonly last_error: string | null
  readonly created_at: number
  readonly settled_at: number | null
}

/** The newest first; `state` leaves the others out. Those to a removed subscription are nobody's. */
export const listDeliveries = async (
  sql: Queries,
  org: string,
  { state, limit, offset }: Page & { state: DueDelivery['state'] | undefined },
): Promise<{ deliveries: DeliveryRecord[]; total: number }> => {
  let query = sql
    .selectFrom('webhook_delivery as d')
    .innerJoin('webhook as w', 'w.uuid', 'd.webhook_uuid')
    .where('d.org', '=', org)
  if (state !== undefined) query = query.where('d.state', '=', state)
  const { total } = await query
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const deliveries = await query
    .innerJoin('event as e', 'e.id', 'd.event_id')
    .select([
      'd.id',
      'd.state',
      'd.attempts',
      'd.attempt_log',
      'd.last_error',
      'd.created_at',
      'd.settled_at',
    ])
    .select(['w.event_code as event_name', 'w.hook_url', 'e.body'])
    .orderBy('d.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { deliveries, total }
}

/** Takes a delivery back from those set aside; false when it is not among them. */
export const takeBack = async (sql: Queries, org: string, id: number): Promise<boolean> => {
  const { numUpdatedRows } = await sql
    .updateTable('webhook_delivery')
    .set({ state: 'waiting', settled_at: null })
    .where('org', '=', org)
    .where('id', '=', id)
    .where('state', '=', 'aside')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
