import { type Subscription, subscriptionFrom, subscriptionRows, subscriptionsOf } from './subscriptions.ts'
import type { Queries, Tx } from '../../store/database.ts'
import { type Account, covers, ofAccount } from './project-channels.ts'

const isUpToDate = (one: Subscription, { id, name }: Account): boolean =>
  one.target === name && one.label === name && one.accountId === id

/** If a person already subscribed the channel to the new name, both become one, with the events of both. */
const rename = async (tx: Tx, one: Subscription, { id, name }: Account): Promise<void> => {
  const others = (await subscriptionsOf(tx.sql, one.channel)).filter(
    ({ scope, target }) => scope === 'account' && target === name && target !== one.target,
  )
  const all = [one, ...others]
  const isOwn = all.some(({ ownEvents }) => ownEvents)
  const events = JSON.stringify(isOwn ? [...new Set(all.flatMap((each) => each.events))] : null)
  const old = { channel: one.channel, scope: 'account' as const, target: one.target }
  const isThere = others.length > 0
  if (isThere)
    await tx.sql
      .deleteFrom('subscription')
      .where((row) => row.and(old))
      .execute()
  await tx.sql
    .updateTable('subscription')
    .set({ target: name, label: name, account_id: id ?? null, ...(isThere && { events }) })
    .where((row) => row.and(isThere ? { ...old, target: name } : old))
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
