import { type AccountFacts, type Subscription, subscriptionFrom, subscriptionRows } from './subscriptions.ts'
import type { Expression, ExpressionBuilder } from 'kysely'
import type { Queries, Tx } from '../../store/database.ts'
import type { BotTables } from '../../store/tables.ts'

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

const isUuid = (id: string) => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(id)

/** By id if both have one, else by name. Integer ids became uuids in 2026, so an integer and a uuid can't be compared. */
export const isSameAccount = (one: AccountFacts, other: AccountFacts): boolean => {
  const comparable = one.id !== undefined && other.id !== undefined && isUuid(one.id) === isUuid(other.id)
  return comparable ? one.id === other.id : one.name !== undefined && one.name === other.name
}

export const noAccount: AccountFacts = { name: undefined, id: undefined }

const hasNone = ({ name, id }: AccountFacts): boolean => name === undefined && id === undefined

/** Whether what was confirmed for an account, or for a project without one, includes this account. */
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

/** An account in the tracker. Its name may change, its id does not. */
export interface Account {
  id: string | undefined
  name: string
}

/** Its subscriptions, and perhaps others' that have its name. */
export const ofAccount =
  ({ name, id }: { readonly [K in keyof Account]: Account[K] | Expression<string> | undefined }) =>
  (row: ExpressionBuilder<BotTables, 'subscription'>) =>
    row.and([
      row('subscription.scope', '=', 'account'),
      row.or([
        ...(name === undefined ? [] : [row('subscription.target', '=', name)]),
        ...(id === undefined ? [] : [row('subscription.account_id', '=', id)]),
      ]),
    ])

const isUpToDate = (one: Subscription, { id, name }: Account): boolean =>
  one.target === name && one.label === name && one.accountId === id

const rename = async (tx: Tx, one: Subscription, { id, name }: Account): Promise<void> => {
  const old = { channel: one.channel, scope: 'account' as const, target: one.target }
  const renamed = { ...old, target: name }
  const other =
    one.target === name
      ? undefined
      : await subscriptionRows(tx.sql)
          .where('subscription.channel', '=', one.channel)
          .where('scope', '=', 'account')
          .where('target', '=', name)
          .executeTakeFirst()
  const changed = { target: name, label: name, account_id: id ?? null }
  // A person already subscribed the channel to the new name, so merge both, with the events of both.
  const both = other && [one, subscriptionFrom(other)]
  const own = both?.some(({ ownEvents }) => ownEvents) ?? false
  const events = both && JSON.stringify(own ? [...new Set(both.flatMap((each) => each.events))] : null)
  if (other)
    await tx.sql
      .deleteFrom('subscription')
      .where((row) => row.and(old))
      .execute()
  await tx.sql
    .updateTable('subscription')
    .set({ ...changed, ...(events !== undefined && { events }) })
    .where((row) => row.and(other ? renamed : old))
    .execute()
}

/** The account's subscriptions with an outdated name or id. */
export const outdatedAccounts = async (sql: Queries, account: Account): Promise<Subscription[]> => {
  if (account.id === undefined) return []
  const rows = await subscriptionRows(sql).where(ofAccount(account)).execute()
  const project = { uuid: '', accountName: account.name, accountId: account.id }
  return rows.map(subscriptionFrom).filter((one) => covers(one, project) && !isUpToDate(one, account))
}

export const bringAccountUpToDate = async (tx: Tx, account: Account): Promise<void> => {
  for (const one of await outdatedAccounts(tx.sql, account)) await rename(tx, one, account)
  await tx.sql
    .updateTable('subscription')
    .set({ account_name: account.name })
    .where('scope', '=', 'project')
    .where('account_id', '=', account.id ?? '')
    .execute()
  await tx.sql
    .updateTable('known_project')
    .set({ account_name: account.name })
    .where('account_id', '=', account.id ?? '')
    .execute()
}
