import type { Given } from '../../../../database/statement.ts'
import { statement } from '../../../store/statement.ts'
import { startOf } from '../../../../contract/text/start-of.ts'
import type { Queries, Tx } from '../../../store/database.ts'
import type { BotTables } from '../../../store/tables.ts'
import { changedAny } from '../../../../database/changed-any.ts'

export type DeliveryRow = Omit<BotTables['delivery'], 'id'> & { id: number }
export type DeliveryKey = { channel: string; kind: string; objectUuid: string }

export interface NewDelivery extends DeliveryKey {
  uuid: string
  /** The thread's root. */
  on?: { kind: string; uuid: string } | undefined
  facts: string
  form: string
  inboxId: number | null
  createdAt: number
  /** It has no job: the first message that needs it as a root posts it. */
  whenNeeded?: true | undefined
  /** Why it is not posted. If set, the row is settled from the start. */
  leftOut?: string | undefined
}

const firstState = ({ leftOut, whenNeeded }: NewDelivery) => {
  if (leftOut !== undefined) return 'skipped' as const
  return whenNeeded ? ('kept' as const) : ('waiting' as const)
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
        on_kind: row.on?.kind ?? null,
        on_uuid: row.on?.uuid ?? null,
        facts: row.facts,
        form: row.form,
        wanted: 1,
        shown: 0,
        inbox_id: row.inboxId,
        change_id: null,
        state: firstState(row),
        attempted_at: null,
        ts: null,
        error: row.leftOut ?? null,
        created_at: row.createdAt,
        settled_at: row.leftOut === undefined ? null : row.createdAt,
        changed_at: null,
      })),
    )
    // Also covers `uuid`, which two nodes derive from the same three columns.
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute()
  return added.sort((one, other) => one.id - other.id)
}

const byId = statement((db, { id }: Given<{ id: number }>) =>
  db.selectFrom('delivery').selectAll().where('id', '=', id),
)

export const deliveryById = (sql: Queries, id: number): Promise<DeliveryRow | undefined> =>
  byId.first(sql, { id })

const byKey = statement((db, { channel, kind, objectUuid }: Given<DeliveryKey>) =>
  db
    .selectFrom('delivery')
    .selectAll()
    .where('channel', '=', channel)
    .where('kind', '=', kind)
    .where('object_uuid', '=', objectUuid),
)

export const deliveryOf = (sql: Queries, { channel, kind, objectUuid }: DeliveryKey) =>
  byKey.first(sql, { channel, kind, objectUuid })

const about = statement((db, { kind, objectUuid }: Given<Omit<DeliveryKey, 'channel'>>) =>
  db
    .selectFrom('delivery')
    .selectAll()
    .where('kind', '=', kind)
    .where('object_uuid', '=', objectUuid)
    .where('state', '<>', 'skipped')
    .orderBy('channel'),
)

/** An object's messages of this kind in every channel: posted, waiting, or failed, because a person may retry those. */
export const deliveriesAbout = (sql: Queries, kind: string, objectUuid: string): Promise<DeliveryRow[]> =>
  about.all(sql, { kind, objectUuid })

/** The same, until the transaction ends. It changes nothing, because only PostgreSQL can lock rows that it reads. */
export const lockDeliveries = (tx: Tx, kind: string, objectUuid: string): Promise<DeliveryRow[]> =>
  tx.sql
    .updateTable('delivery')
    .set((row) => ({ kind: row.ref('kind') }))
    .where('kind', '=', kind)
    .where('object_uuid', '=', objectUuid)
    .where('state', '<>', 'skipped')
    .returningAll()
    .execute()

export const deliveryByUuid = (sql: Queries, uuid: string): Promise<DeliveryRow | undefined> =>
  sql.selectFrom('delivery').selectAll().where('uuid', '=', uuid).executeTakeFirst()

/** What still waits for a channel, also changes of what is there. */
export const waitingIn = (sql: Queries, channel: string): Promise<DeliveryRow[]> =>
  sql
    .selectFrom('delivery')
    .selectAll()
    .where('channel', '=', channel)
    .where((row) =>
      row.or([
        row('state', 'in', ['kept', 'waiting', 'sending']),
        row.and([row('state', '=', 'posted'), row('shown', '<', row.ref('wanted'))]),
      ]),
    )
    .execute()

type Known = Pick<DeliveryRow, 'id'>

const theDelivery = (sql: Queries, { id }: Known) => sql.updateTable('delivery').where('id', '=', id)

export const forget = async (sql: Queries, { id }: Known): Promise<void> => {
  await sql.deleteFrom('delivery').where('id', '=', id).execute()
}

/** Stores how the message is posted. */
export const setForm = async (sql: Queries, row: Known, form: string): Promise<void> => {
  await theDelivery(sql, row).set({ form }).execute()
}

/**
 * The message should say something else. Undefined if it says that already, or was left out. What could not be shown
 * before counts as shown, so that `hasJob` tells a change that is on its way.
 */
export const changeDelivery = (
  tx: Tx,
  { channel, kind, objectUuid }: DeliveryKey,
  facts: string,
  inboxId: number | null,
): Promise<(Known & Pick<DeliveryRow, 'state' | 'wanted' | 'shown'>) | undefined> =>
  tx.sql
    .updateTable('delivery')
    .set((row) => ({ facts, wanted: row('wanted', '+', 1), change_id: inboxId }))
    .set((row) => {
      const couldNot = row.and([
        row('state', '=', 'posted'),
        row('error', 'is not', null),
        row('shown', '>', 0),
      ])
      return {
        shown: row.case().when(couldNot).then(row.ref('wanted')).else(row.ref('shown')).end(),
        error: row.case().when('state', '=', 'posted').then(null).else(row.ref('error')).end(),
      }
    })
    .where('channel', '=', channel)
    .where('kind', '=', kind)
    .where('object_uuid', '=', objectUuid)
    .where('state', '<>', 'skipped')
    .where((row) =>
      row.or([
        row('facts', '<>', facts),
        row.and([row('state', '=', 'posted'), row('error', 'is not', null)]),
      ]),
    )
    .returning(['id', 'state', 'wanted', 'shown'])
    .executeTakeFirst()

/** Slack should show the same facts once more, because others read them. */
export const showAgain = async (tx: Tx, row: Known): Promise<void> => {
  await theDelivery(tx.sql, row).set({ shown: 0, change_id: null, error: null }).execute()
}

/** The message was deleted in Slack. The next reply to it posts it again. */
export const forgetMessage = async (sql: Queries, row: Known): Promise<void> => {
  await theDelivery(sql, row)
    .set({ state: 'kept', shown: 0, ts: null, attempted_at: null, settled_at: null })
    .execute()
}

/** The message that was posted as `ts`. */
export const deliveryAt = (sql: Queries, channel: string, ts: string): Promise<DeliveryRow | undefined> =>
  sql
    .selectFrom('delivery')
    .selectAll()
    .where('channel', '=', channel)
    .where('ts', '=', ts)
    .executeTakeFirst()

/** Updates a card that is not in Slack yet. A withheld or refused one may be posted again. `asked`: it is to be posted now. */
export const refreshCard = async (
  sql: Queries,
  row: DeliveryRow,
  facts: string,
  asked: { inboxId: number | null; at: number } | undefined,
): Promise<void> => {
  const isOpen = row.state === 'sending' || (row.state === 'waiting' && !asked)
  const state = asked ? ('waiting' as const) : ('kept' as const)
  await theDelivery(sql, row)
    .set((now) => ({ facts, wanted: now('wanted', '+', 1) }))
    .$if(!isOpen, (query) => query.set({ state, attempted_at: null, error: null }))
    .$if(asked !== undefined, (query) => query.set({ inbox_id: asked?.inboxId, created_at: asked?.at }))
    .where('state', '=', row.state)
    .execute()
}

type Attempt = Pick<DeliveryRow, 'id' | 'state' | 'attempted_at'> & { now: number }

const send = statement((db, { id, state, attempted_at: at, now }: Given<Attempt>) =>
  db
    .updateTable('delivery')
    .set((current) => ({ state: 'sending', attempted_at: now, shown: current.ref('wanted') }))
    .where('id', '=', id)
    .where('state', '=', state)
    .where('attempted_at', 'is not distinct from', at)
    .returningAll(),
)

/**
 * Stores the intent before the call, and what the call will show. Returns the row as it is by then. Undefined if another
 * node took it over.
 */
export const markSending = (sql: Queries, row: DeliveryRow, now: number): Promise<DeliveryRow | undefined> =>
  send.first(sql, { id: row.id, state: row.state, attempted_at: row.attempted_at, now })

/** The call got no answer. Slack may still carry it out, counted from now. */
export const markGivenUp = async (sql: Queries, row: Known, now: number): Promise<void> => {
  await theDelivery(sql, row).set({ attempted_at: now }).where('state', '=', 'sending').execute()
}

/** Slack refused the call, so the message does not exist. */
export const markNotSent = async (sql: Queries, row: Pick<DeliveryRow, 'id' | 'state'>): Promise<void> => {
  const state = row.state === 'kept' ? 'kept' : 'waiting'
  await theDelivery(sql, row).set({ state, shown: 0 }).execute()
}

/** A person tries again what failed: a message, or its last change. */
export const retryDelivery = async (
  sql: Queries,
  { id, ts }: Pick<DeliveryRow, 'id' | 'ts'>,
): Promise<void> => {
  await theDelivery(sql, { id })
    .set({ error: null, ...(ts === null && { state: 'waiting' }) })
    .execute()
}

const posted = statement((db, { id, ts, now }: Given<{ id: number; ts: string; now: number }>) =>
  db.updateTable('delivery').set({ state: 'posted', ts, error: null, settled_at: now }).where('id', '=', id),
)

/** The message is in Slack, and shows what the call said. */
export const settlePosted = async (sql: Queries, { id }: Known, ts: string, now: number): Promise<void> => {
  await posted.run(sql, { id, ts, now })
}

type Change = Pick<DeliveryRow, 'id' | 'wanted' | 'shown' | 'ts'> & { now: number }

const changed = statement((db, { id, wanted, shown, ts, now }: Given<Change>) =>
  db
    .updateTable('delivery')
    .set({ shown: wanted, error: null, changed_at: now })
    .where('id', '=', id)
    .where('ts', '=', ts)
    .where('shown', '=', shown)
    .returning('wanted'),
)

/**
 * Slack shows what the row was read with, unless it was deleted there, or is to be shown again to others. False if it
 * should say something else by now, which needs another job.
 */
export const settleChanged = async (
  sql: Queries,
  { id, wanted, shown, ts }: DeliveryRow,
  now: number,
): Promise<boolean> => {
  const row = await changed.first(sql, { id, wanted, shown, ts, now })
  return row === undefined || row.wanted === wanted
}

/**
 * The message is not posted. If it is there, its last change is not shown: withheld for good, or until a retry. False if
 * there is a later change, which needs another job.
 */
export const settleUnposted = (
  sql: Queries,
  row: DeliveryRow,
  { state, error }: { state: 'skipped' | 'failed'; error: string },
  now: number,
): Promise<boolean> => {
  const said = { error: startOf(error, 1_000) }
  const settled = theDelivery(sql, row)
  return changedAny(
    row.ts === null
      ? settled.set({ ...said, state, settled_at: now })
      : settled
          .set({ ...said, ...(state === 'skipped' && { shown: row.wanted }) })
          .where('wanted', '=', row.wanted),
  )
}
