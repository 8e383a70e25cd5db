import type { Queries } from '../database.ts'
import type { Subscription } from './subscriptions.ts'

/** Projects that these subscriptions may include; undefined if one is for all. May be too many: `covers` decides. */
export const receivedProjects = async (
  sql: Queries,
  subscriptions: readonly Pick<Subscription, 'scope' | 'target' | 'accountId'>[],
): Promise<string[] | undefined> => {
  if (subscriptions.some(({ scope }) => scope === 'all')) return undefined
  const uuids = subscriptions.flatMap(({ scope, target }) => (scope === 'project' ? target : []))
  const accounts = subscriptions.filter(({ scope }) => scope === 'account')
  if (accounts.length === 0) return uuids
  const ids = accounts.flatMap(({ accountId }) => accountId ?? [])
  const names = accounts.map(({ target }) => target)
  const found = await sql
    .selectFrom('known_project')
    .select('uuid')
    .where((row) =>
      row.or([row('account_name', 'in', names), ...(ids.length > 0 ? [row('account_id', 'in', ids)] : [])]),
    )
    .execute()
  return [...uuids, ...found.map(({ uuid }) => uuid)]
}
