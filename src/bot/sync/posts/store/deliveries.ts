import { startOf } from '../../../../contract/text/start-of.ts'
import type { Queries, Tx } from '../../../store/database.ts'
import type { BotTables } from '../../../store/tables.ts'
import { changedAny } from '../../../../database/changed-any.ts'

export type DeliveryRow = Omit<BotTables['delivery'], 'id'> & { id: number }
export type DeliveryKey = { channel: string; kind: string; objectUuid: string }

export interface NewDelivery extends DeliveryKey {
  uuid: string
  op: DeliveryRow['op']
  /** The thread's root for a post, or the changed message for an update. */
  on?: { kind: string; uuid: string } | undefined
  facts: unknown
  inboxId: number | null
  createdAt: number
  /** Why it is not posted. If set, the row is settled from the start. */
  leftOut?: string | undefined
}

/** Adds ledger rows and skips existing ones (same channel, kind and object). Returns the new rows. */
export const addDeliveries = async (tx: Tx, rows: readonly NewDelivery[]): Promise<DeliveryRow[]> => {
  if (rows.length === 0) return []
  const added = await tx.sql
    .insertInto('delivery')
    .values(
      rows.map((row) => ({
        uuid: row.uuid,
        channel: row.channel,
        kind: row.kind,
        object_uuid: row.objectUuid,
        op: row.op,
        on_kind: row.on?.kind ?? null,
        on_uuid: row.on?.uuid ?? null,
        facts: JSON.stringify(row.facts),
        inbox_id: row.inboxId,
        state: row.leftOut === undefined ? ('waiting' as const) : ('skipped' as const),
        attempted_at: null,
        ts: null,
        error: row.leftOut ?? null,
        created_at: row.createdAt,
        settled_at: row.leftOut === undefined ? null : row.createdAt,
      })),
    )
    // Also covers `uuid`, which two nodes derive from the same three columns.
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute()
  return added.sort((one, other) => one.id - other.id)
}

const deliveries = (sql: Queries) => sql.selectFrom('delivery').selectAll()

export const deliveryById = (sql: Queries, id: number): Promise<DeliveryRow | undefined> =>
  deliveries(sql).where('id', '=', id).executeTakeFirst()

export const deliveryOf = (sql: Queries, key: DeliveryKey): Promise<DeliveryRow | undefined> =>
  deliveries(sql)
    .where('channel', '=', key.channel)
    .where('kind', '=', key.kind)
    .where('object_uuid', '=', key.objectUuid)
    .executeTakeFirst()

/** An object's messages of this kind in every channel: posted, waiting, or failed, because a person may retry those. */
export const deliveriesAbout = (sql: Queries, kind: string, objectUuid: string): Promise<DeliveryRow[]> =>
  deliveries(sql)
    .where('kind', '=', kind)
    .where('object_uuid', '=', objectUuid)
    .where('state', '<>', 'skipped')
    .orderBy('channel')
    .execute()

export const deliveryByUuid = (sql: Queries, uuid: string): Promise<DeliveryRow | undefined> =>
  deliveries(sql).where('uuid', '=', uuid).executeTakeFirst()

type Known = Pick<DeliveryRow, 'id'>

const theDelivery = (sql: Queries, { id }: Known) => sql.updateTable('delivery').where('id', '=', id)

/** Stores the facts that were actually posted. */
export const setFacts = async (sql: Queries, row: Known, facts: string): Promise<void> => {
  await theDelivery(sql, row).set({ facts }).execute()
}

/** The message was deleted in Slack. The next reply to it posts it again. */
export const forgetMessage = async (sql: Queries, row: Known): Promise<void> => {
  await theDelivery(sql, row)
    .set({ state: 'waiting', ts: null, attempted_at: null, settled_at: null })
    .execute()
}

/** The message that was posted as `ts`. */
export const deliveryAt = (sql: Queries, channel: string, ts: string): Promise<DeliveryRow | undefined> =>
  deliveries(sql)
    .where('channel', '=', channel)
    .where('ts', '=', ts)
    .where('op', '=', 'post')
    .executeTakeFirst()

/** The newest row of a message: its last change, sent or not, else the post itself. */
export const lastWordOn = (sql: Queries, message: DeliveryKey): Promise<DeliveryRow | undefined> =>
  deliveries(sql)
    .where('channel', '=', message.channel)
    .where((row) =>
      row.or([
        row.and([row('kind', '=', message.kind), row('object_uuid', '=', message.objectUuid)]),
        row.and([
          row('on_kind', '=', message.kind),
          row('on_uuid', '=', message.objectUuid),
          row('op', '=', 'update'),
        ]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Updates a card that is not in Slack yet. A withheld or refused card may be posted again. */
export const refreshCard = async (sql: Queries, row: DeliveryRow, facts: unknown): Promise<void> => {
  const again = row.state === 'sending' ? {} : { state: 'waiting' as const, attempted_at: null, error: null }
  await theDelivery(sql, row)
    .set({ facts: JSON.stringify(facts), ...again })
    .where('state', '=', row.state)
    .execute()
}

/** Stores the intent before the call. False if another node took the row over. */
export const markSending = (sql: Queries, row: DeliveryRow, now: number): Promise<boolean> =>
  changedAny(
    theDelivery(sql, row)
      .set({ state: 'sending', attempted_at: now })
      .where('state', '=', row.state)
      .where('attempted_at', row.attempted_at === null ? 'is' : '=', row.attempted_at),
  )

/** The call got no answer. Slack may still carry it out, counted from now. */
export const markGivenUp = async (sql: Queries, row: Known, now: number): Promise<void> => {
  await theDelivery(sql, row).set({ attempted_at: now }).where('state', '=', 'sending').execute()
}

/** Slack refused the call, so the message does not exist. */
export const markNotSent = async (sql: Queries, row: Known): Promise<void> => {
  await theDelivery(sql, row).set({ state: 'waiting' }).execute()
}

export const settleDelivery = async (
  sql: Queries,
  row: Known,
  result: { state: 'posted'; ts: string } | { state: 'skipped' | 'failed'; error: string },
  now: number,
): Promise<void> => {
  const outcome =
    result.state === 'posted' ? { ts: result.ts, error: null } : { error: startOf(result.error, 1_000) }
  await theDelivery(sql, row)
    .set({ state: result.state, settled_at: now, ...outcome })
    .execute()
}

/**
 * Cancels waiting messages after the channel's readers changed. Waiting cards are deleted, so that the next
 * one is made for the new readers. Tombstones and people's own comments stay.
 */
export const withholdWaiting = async (
  tx: Tx,
  channel: string,
  reason: string,
  now: number,
  states: readonly ('waiting' | 'sending')[] = ['waiting'],
): Promise<void> => {
  await tx.sql
    .deleteFrom('delivery')
    .where('channel', '=', channel)
    .where('state', '=', 'waiting')
    .where('kind', 'in', ['task_card', 'project_card'])
    .execute()
  await tx.sql
    .updateTable('delivery')
    .set({ state: 'skipped', error: reason, settled_at: now })
    .where('channel', '=', channel)
    .where('state', 'in', states)
    .where('kind', 'not in', ['task_card', 'project_card'])
    .where((row) => row.or([row('inbox_id', 'is not', null), row('kind', '=', 'digest')]))
    .where('kind', '!=', 'comment_tombstone')
    .where('object_uuid', 'not like', '%@deleted')
    .execute()
}
