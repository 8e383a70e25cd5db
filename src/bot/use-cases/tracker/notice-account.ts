import type { ProjectItem } from '../../../contract/project.ts'
import { bringAccountUpToDate, outdatedAccounts } from '../../store/channels/accounts.ts'
import type { BotDeps } from '../../deps.ts'

/** The account's own id, which a rename leaves as it is. */
export const accountIdOf = ({ account }: ProjectItem): string | undefined => {
  const uuid = account?.['uuid']
  return (typeof uuid === 'string' ? uuid : account?.id) ?? undefined
}

/**
 * The tracker told a project's account: a subscription to it learns its id, and follows it when it was renamed.
 * Before anything is routed, so that no event is lost between the two names.
 */
export const noticeAccount = async (deps: Pick<BotDeps, 'database'>, item: ProjectItem): Promise<void> => {
  if (!item.account) return
  const account = { id: accountIdOf(item), name: item.account.name }
  if ((await outdatedAccounts(deps.database.sql, account)).length === 0) return
  await deps.database.transaction((tx) => bringAccountUpToDate(tx, account))
}
