import type { Kysely } from 'kysely'
import type { EventName } from '../../contract/event.ts'
import { isUuid } from '../../contract/fields.ts'
import { changedAny, type Given } from '../../database/statement.ts'
import { statement, type Queries, type Tables, type Tx, readJson } from './database.ts'
import { eventsSchema, settingsOrDefaults } from './channel-settings.ts'
import type { BotTables } from './tables.ts'
import { unsubscribedPrefix, writeKey } from './key-values.ts'

export type Scope = BotTables['subscription']['scope']

declare const followed: unique symbol

/** Only `changeSubscriptions` has one: messages in other channels say where their words appear, so they follow. */
export interface ChangingTx extends Tx {
  readonly [followed]: true
}

/** Undefined parts: the tracker names no account, or its lists have no ids. */
export interface AccountFacts {
  name: string | undefined
  id: string | undefined
}

export interface Subscription {
  channel: string
  scope: Scope
  target: string
  label: string
  events: readonly EventName[]
  /** True if the events were typed after `/onboard subscribe`; false if they are the channel's. */
  ownEvents: boolean
  createdBy: string
  createdAt: number
  /** The key of the readers from outside that a person confirmed. Empty: the team alone. */
  readers: string
  /** The account that was confirmed for these readers. Projects of any other stay out. */
  only: AccountFacts | undefined
  confirmedAt: number
  paused: { at: number; reason: string } | undefined
  /** The account's id, once the tracker returned it. Of a project: its account's, as it was confirmed. */
  accountId: string | undefined
  /** The project's account, as it was confirmed. */
  accountName: string | undefined
}

/** In the column of events, for a subscription without events of its own. */
const followsChannel = 'null'

/** Several rows are read at once, so an unreadable one gets no event. */
const ownEventsIn = (text: string): EventName[] => {
  try {
    return readJson('the events of a subscription', eventsSchema, text)
  } catch {
    return []
  }
}

type Named = Pick<Subscription, 'scope' | 'target' | 'accountName' | 'accountId'>

export const accountOf = ({ scope, target, accountName, accountId: id }: Named): AccountFacts => ({
  name: scope === 'account' ? target : accountName,
  id,
})

/** The only place that decides what a subscription receives. */
export const subscriptionFrom = (
  row: BotTables['subscription'] & { settings: string | null },
): Subscription => {
  const { channel, scope, target, label, created_by: createdBy, created_at: createdAt } = row
  const account = { accountId: row.account_id ?? undefined, accountName: row.account_name ?? undefined }
  const { readers } = row
  const ownEvents = row.events === followsChannel ? undefined : ownEventsIn(row.events)
  return {
    channel,
    scope,
    target,
    label,
    events: ownEvents ?? settingsOrDefaults(row.settings).events,
    ownEvents: ownEvents !== undefined,
    createdBy,
    createdAt,
    readers,
    only: readers === '' ? undefined : accountOf({ scope, target, ...account }),
    confirmedAt: row.confirmed_at,
    paused: row.paused_at === null ? undefined : { at: row.paused_at, reason: row.paused_reason ?? '' },
    ...account,
  }
}

export type NewSubscription = Pick<
  Subscription,
  'channel' | 'scope' | 'target' | 'label' | 'createdBy' | 'createdAt' | 'readers'
> & {
  ownEvents: readonly EventName[] | undefined
  /** The account itself, or the project's. Undefined for `all`. */
  account: AccountFacts | undefined
}

/** Ends a pause. False if nothing differs, because somebody just did the same. */
export const putSubscription = async (tx: ChangingTx, subscription: NewSubscription): Promise<boolean> => {
  const { channel, scope, target, label, createdBy, createdAt, account, ownEvents } = subscription
  const changed = {
    label,
    events: ownEvents ? JSON.stringify(ownEvents) : followsChannel,
    paused_at: null,
    paused_reason: null,
    readers: subscription.readers,
    confirmed_at: createdAt,
    account_name: scope === 'project' ? (account?.name ?? null) : null,
    ...((scope === 'project' || account?.id !== undefined) && { account_id: account?.id ?? null }),
  }
  const stored = await tx.sql
    .insertInto('subscription')
    .values({ channel, scope, target, created_by: createdBy, created_at: createdAt, ...changed })
    .onConflict((conflict) =>
      conflict
        .columns(['channel', 'scope', 'target'])
        .doUpdateSet(changed)
        .where((row) =>
          row.or([
            row('subscription.label', '<>', label),
            row('subscription.events', '<>', changed.events),
            row('subscription.paused_at', 'is not', null),
            row('subscription.readers', '<>', changed.readers),
            row('subscription.account_name', 'is distinct from', changed.account_name),
            ...(changed.account_id === undefined
              ? []
              : [row('subscription.account_id', 'is distinct from', changed.account_id)]),
          ]),
        ),
    )
    .returning('channel')
    .executeTakeFirst()
  return stored !== undefined
}

/** After somebody chose events for the whole channel, all its subscriptions follow. */
export const dropOwnEvents = async (tx: ChangingTx, channel: string): Promise<void> => {
  await tx.sql
    .updateTable('subscription')
    .set({ events: followsChannel })
    .where('channel', '=', channel)
    .execute()
}

/** Stores the time, because posts that wait for the channel must be checked again. False if there is none. */
export const removeSubscription = async (
  tx: ChangingTx,
  { channel, scope, target }: Pick<Subscription, 'channel' | 'scope' | 'target'>,
  now: number,
): Promise<boolean> => {
  const isGone = await changedAny(
    tx.sql
      .deleteFrom('subscription')
      .where('channel', '=', channel)
      .where('scope', '=', scope)
      .where('target', '=', target),
  )
  if (isGone) await writeKey(tx.sql, unsubscribedPrefix + channel, String(now))
  return isGone
}

/** Subscriptions with their channels' settings, oldest first. */
export const subscriptionRows = (sql: Kysely<Tables>) =>
  sql
    .selectFrom('subscription')
    .leftJoin('channel_setting', 'channel_setting.channel', 'subscription.channel')
    .selectAll('subscription')
    .select('channel_setting.settings')
    .orderBy('created_at')

const inChannel = statement((db, { channel }: Given<{ channel: string }>) =>
  subscriptionRows(db).where('subscription.channel', '=', channel),
)

export const subscriptionsOf = async (sql: Queries, channel: string): Promise<Subscription[]> => {
  const rows = await inChannel.all(sql, { channel })
  return rows.map(subscriptionFrom)
}

const runningInChannel = statement((db, { channel }: Given<{ channel: string }>) =>
  subscriptionRows(db).where('subscription.channel', '=', channel).where('paused_at', 'is', null),
)

/** The channel's subscriptions that are not paused. */
export const runningIn = async (sql: Queries, channel: string): Promise<Subscription[]> => {
  const rows = await runningInChannel.all(sql, { channel })
  return rows.map(subscriptionFrom)
}

/** Oldest first. */
export const allSubscriptions = async (sql: Queries): Promise<Subscription[]> => {
  const rows = await subscriptionRows(sql).execute()
  return rows.map(subscriptionFrom)
}

export const runningSubscriptions = async (sql: Queries, scope: Scope): Promise<Subscription[]> => {
  const rows = await subscriptionRows(sql).where('scope', '=', scope).where('paused_at', 'is', null).execute()
  return rows.map(subscriptionFrom)
}

/** People list and end the project's subscriptions by its name. */
export const relabel = async (sql: Queries, projectUuid: string, label: string): Promise<void> => {
  await sql
    .updateTable('subscription')
    .set({ label })
    .where('scope', '=', 'project')
    .where('target', '=', projectUuid)
    .execute()
}

/** The facts of a project that decide which channels get its events. */
export interface RoutedProject {
  uuid: string
  /** The project's id in a tracker whose lists have no uuids. Its subscriptions use this id. */
  listedAs?: string | undefined
  accountName: string | undefined
  accountId?: string | undefined
  /** Read from the store, which has no `listedAs`. A subscription that uses such an id can't be compared with it. */
  stored?: boolean | undefined
}

type Scoped = Pick<Subscription, 'scope' | 'target' | 'accountId'> & Partial<Pick<Subscription, 'only'>>

/** Compares ids if both have one, else names. Integer ids became uuids in 2026, so an integer and a uuid can't be compared. */
export const isSameAccount = (one: AccountFacts, other: AccountFacts): boolean => {
  const comparable = one.id !== undefined && other.id !== undefined && isUuid(one.id) === isUuid(other.id)
  return comparable ? one.id === other.id : one.name !== undefined && one.name === other.name
}

export const noAccount: AccountFacts = { name: undefined, id: undefined }

const hasNone = ({ name, id }: AccountFacts): boolean => name === undefined && id === undefined

/** Whether this account was confirmed. `only`: the confirmed one, or none, for a project without an account. */
export const isWithin = (only: AccountFacts, account: AccountFacts): boolean =>
  isSameAccount(only, account) || (hasNone(only) && hasNone(account))

/**
 * Whether a subscription, paused or not, includes this project: itself, its account, or all. A stored
 * project was routed by the tracker's list before, so a subscription by integer is believed.
 */
export const covers = (
  { scope, target, accountId, only }: Scoped,
  { uuid, listedAs, accountName, accountId: id, stored = false }: RoutedProject,
): boolean => {
  const account = { name: accountName, id }
  if (only !== undefined && !isWithin(only, account)) return false
  // Outsiders never read all projects.
  if (scope === 'all') return only === undefined
  if (scope === 'project') return target === uuid || target === listedAs || (stored && !isUuid(target))
  return isSameAccount({ name: target, id: accountId }, account)
}

export const coversAny = (subscriptions: readonly Scoped[], project: RoutedProject): boolean =>
  subscriptions.some((one) => covers(one, project))
