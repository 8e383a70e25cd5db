import { z } from 'zod'
import { type EventName, isEventName } from '../../../contract/event.ts'
import type { Queries, Tx } from '../database.ts'
import { readJson } from '../read-json.ts'
import type { BotTables } from '../tables.ts'
import { happened } from '../../../database/happened.ts'

export type Scope = BotTables['subscription']['scope']

export interface Subscription {
  channel: string
  scope: Scope
  target: string
  label: string
  events: readonly EventName[]
  createdBy: string
  createdAt: number
  /** The channel was already shared with another organization, so the subscriber knew. */
  sharedWhenMade: boolean
  /** When a person last confirmed it. */
  confirmedAt: number
  paused: { at: number; reason: string } | undefined
  /** The account's id, once the tracker returned it. */
  accountId: string | undefined
  /** When the subscriber was told that the tracker has no project of the account any more. */
  accountLostAt: number | undefined
}

/** Drops names that only a later version knows. */
const names = z.array(z.string()).transform((all) => all.filter(isEventName))

export const eventsIn = (text: string): EventName[] => readJson('the events of a subscription', names, text)

export const subscriptionFrom = (row: BotTables['subscription']): Subscription => ({
  channel: row.channel,
  scope: row.scope,
  target: row.target,
  label: row.label,
  events: eventsIn(row.events),
  createdBy: row.created_by,
  createdAt: row.created_at,
  sharedWhenMade: row.shared_when_made === 1,
  confirmedAt: row.confirmed_at,
  paused: row.paused_at === null ? undefined : { at: row.paused_at, reason: row.paused_reason ?? '' },
  accountId: row.account_id ?? undefined,
  accountLostAt: row.account_lost_at ?? undefined,
})

/** Adds a subscription, or updates the existing one. Both end a pause. */
export const putSubscription = async (
  tx: Tx,
  subscription: Omit<Subscription, 'paused' | 'confirmedAt' | 'accountId' | 'accountLostAt'> & {
    accountId?: string | undefined
  },
): Promise<void> => {
  const { channel, scope, target, label, createdBy, createdAt, accountId } = subscription
  const changed = {
    label,
    events: JSON.stringify(subscription.events),
    paused_at: null,
    paused_reason: null,
    shared_when_made: subscription.sharedWhenMade ? 1 : 0,
    confirmed_at: createdAt,
    account_lost_at: null,
    ...(accountId !== undefined && { account_id: accountId }),
  }
  await tx.sql
    .insertInto('subscription')
    .values({ channel, scope, target, created_by: createdBy, created_at: createdAt, ...changed })
    .onConflict((conflict) => conflict.columns(['channel', 'scope', 'target']).doUpdateSet(changed))
    .execute()
}

/** Changes a subscription's events, even if it is paused. Returns whether it exists. */
export const setEvents = (
  tx: Tx,
  { channel, scope, target }: Pick<Subscription, 'channel' | 'scope' | 'target'>,
  events: readonly EventName[],
): Promise<boolean> =>
  happened(
    tx.sql
      .updateTable('subscription')
      .set({ events: JSON.stringify(events) })
      .where('channel', '=', channel)
      .where('scope', '=', scope)
      .where('target', '=', target),
  )

export const removeSubscription = (tx: Tx, channel: string, scope: Scope, target: string): Promise<boolean> =>
  happened(
    tx.sql
      .deleteFrom('subscription')
      .where('channel', '=', channel)
      .where('scope', '=', scope)
      .where('target', '=', target),
  )

export const subscriptionsOf = async (sql: Queries, channel: string): Promise<Subscription[]> => {
  const rows = await sql
    .selectFrom('subscription')
    .selectAll()
    .where('channel', '=', channel)
    .orderBy('created_at')
    .execute()
  return rows.map(subscriptionFrom)
}

/** Every channel's subscriptions, oldest first. */
export const allSubscriptions = async (sql: Queries): Promise<Subscription[]> => {
  const rows = await sql.selectFrom('subscription').selectAll().orderBy('created_at').execute()
  return rows.map(subscriptionFrom)
}

export const runningSubscriptions = async (sql: Queries, scope: Scope): Promise<Subscription[]> => {
  const rows = await sql
    .selectFrom('subscription')
    .selectAll()
    .where('scope', '=', scope)
    .where('paused_at', 'is', null)
    .orderBy('created_at')
    .execute()
  return rows.map(subscriptionFrom)
}

/** Updates the name of a renamed project, by which people list and end its subscriptions. */
export const relabel = async (sql: Queries, projectUuid: string, label: string): Promise<void> => {
  await sql
    .updateTable('subscription')
    .set({ label })
    .where('scope', '=', 'project')
    .where('target', '=', projectUuid)
    .execute()
}

/** Which of a channel's subscriptions to pause. Default: all active ones. */
export interface PauseWhich {
  /** Only those last confirmed before this time, in ms. Later ones already took the change into account. */
  confirmedBefore?: number | undefined
  /** Only those made while the channel was not shared with another organization. */
  madeUnshared?: boolean | undefined
}

/** Pauses subscriptions. Returns those that were active, so that their subscribers can be told. */
export const pauseChannel = async (
  tx: Tx,
  channel: string,
  reason: string,
  now: number,
  which: PauseWhich = {},
): Promise<Subscription[]> => {
  const { confirmedBefore = Number.MAX_SAFE_INTEGER, madeUnshared = false } = which
  const rows = await tx.sql
    .updateTable('subscription')
    .set({ paused_at: now, paused_reason: reason })
    .where('channel', '=', channel)
    .where('paused_at', 'is', null)
    .where('confirmed_at', '<', confirmedBefore)
    .where('shared_when_made', 'in', madeUnshared ? [0] : [0, 1])
    .returningAll()
    .execute()
  return rows.map(subscriptionFrom)
}

/** The channel is no longer shared. If it is shared again, its subscriptions are paused. */
export const forgetShared = async (sql: Queries, channel: string): Promise<void> => {
  await sql.updateTable('subscription').set({ shared_when_made: 0 }).where('channel', '=', channel).execute()
}
