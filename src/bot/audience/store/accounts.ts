import type { Expression, ExpressionBuilder } from 'kysely'
import { covers } from './covers.ts'
import { type Subscription, subscriptionFrom, subscriptionRows } from './subscriptions.ts'
import type { Queries, Tx } from '../../store/database.ts'
import type { BotTables } from '../../store/tables.ts'

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
