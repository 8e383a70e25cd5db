import { covers } from '../../store/channels/covers.ts'
import { markAccountLost, wasAccountSeen } from '../../store/channels/accounts.ts'
import { runningSubscriptions, type Subscription } from '../../store/channels/subscriptions.ts'
import type { Tx } from '../../store/database.ts'
import { accountLost } from '../../messages/upkeep/account-lost.ts'
import type { BotDeps } from '../../deps.ts'
import { type allProjects, factsOf, uuidOf } from '../tracker/find-project.ts'
import { mark } from '../answers/mark-message.ts'
import { noticeAccount } from '../tracker/notice-account.ts'

/** Subscriptions to accounts whose last project is gone. Empty if the project list is incomplete. */
export const lostAccounts = async (
  deps: BotDeps,
  projects: () => ReturnType<typeof allProjects>,
): Promise<Subscription[]> => {
  const { sql } = deps.database
  const watched = async () =>
    (await runningSubscriptions(sql, 'account')).filter(({ accountLostAt }) => accountLostAt === undefined)
  if ((await watched()).length === 0) return []
  const { items, whole } = await projects()
  const accounts = new Map(items.map((item) => [item.account?.name, item]))
  for (const item of accounts.values()) await noticeAccount(deps, item)
  if (!whole) return []
  const lost: Subscription[] = []
  for (const one of await watched()) {
    if (items.some((item) => covers(one, factsOf(item, uuidOf(item) ?? '')))) continue
    if (one.accountId !== undefined || (await wasAccountSeen(sql, one.target))) lost.push(one)
  }
  return lost
}

/** Tells each subscriber once. */
export const tellLost = async (
  deps: Pick<BotDeps, 'lanes' | 'now'>,
  tx: Tx,
  lost: readonly Subscription[],
): Promise<void> => {
  for (const { channel, target, label, createdBy } of lost) {
    if (!(await markAccountLost(tx, { channel, target }, deps.now()))) continue
    const message = accountLost({ channel, label })
    await mark(deps, tx, { channel, ts: `lost-${target}` }, [{ op: 'direct', user: createdBy, message }])
  }
}
