import {
  type Subscription,
  subscriptionFrom,
  subscriptionRows,
  subscriptionsOf,
  covers,
} from './subscriptions.ts'
import type { Queries, Tx } from './database.ts'
import { type Account, ofAccount } from './project-channels.ts'

const isUpToDate = (subscription: Subscription, { id, name }: Account): boolean =>
  subscription.target === name && subscription.label === name && subscription.accountId === id

/** If a person already subscribed the channel to the new name, both become one, with the events of both. */
const renameAccount = async (tx: Tx, subscription: Subscription, { id, name }: Account): Promise<void> => {
  const old = { channel: subscription.channel, scope: 'account' as const, target: subscription.target }
  const renamed = { target: name, label: name, account_id: id ?? null }
  const update = tx.sql.updateTable('subscription')
  const all = subscription.target === name ? [] : await subscriptionsOf(tx.sql, subscription.channel)
  const existing = all.find(({ scope, target }) => scope === 'account' && target === name)
  if (!existing) {
    await update
      .set(renamed)
      .where((row) => row.and(old))
      .execute()
    return
  }
  const both = [subscription, existing]
  const isOwn = both.some(({ ownEvents }) => ownEvents)
  const events = JSON.stringify(isOwn ? [...new Set(both.flatMap((each) => each.events))] : null)
  await tx.sql
    .deleteFrom('subscription')
    .where((row) => row.and(old))
    .execute()
  await update
    .set({ ...renamed, events })
    .where((row) => row.and({ ...old, target: name }))
    .execute()
}

export const outdatedAccounts = async (sql: Queries, account: Account): Promise<Subscription[]> => {
  if (account.id === undefined) return []
  const rows = await subscriptionRows(sql).where(ofAccount(account)).execute()
  const project = { uuid: '', accountName: account.name, accountId: account.id }
  return rows.map(subscriptionFrom).filter((one) => covers(one, project) && !isUpToDate(one, account))
}

export const bringAccountUpToDate = async (tx: Tx, account: Account): Promise<void> => {
  for (const one of await outdatedAccounts(tx.sql, account)) await renameAccount(tx, one, account)
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
