import type { ProjectItem } from '../../../contract/project.ts'
import { bringAccountUpToDate, outdatedAccounts } from '../../store/channels/accounts.ts'
import type { BotDeps } from '../../deps.ts'

/** The account's id, which stays the same after a rename. */
export const accountIdOf = ({ account }: ProjectItem): string | undefined => {
  const uuid = account?.['uuid']
  return (typeof uuid === 'string' ? uuid : account?.id) ?? undefined
}

/** Stores an account's id and follows its rename. Call before routing, so that no event is lost. */
export const noticeAccount = async (deps: Pick<BotDeps, 'database'>, item: ProjectItem): Promise<void> => {
  if (!item.account) return
  const account = { id: accountIdOf(item), name: item.account.name }
  if ((await outdatedAccounts(deps.database.sql, account)).length === 0) return
  await deps.database.transaction((tx) => bringAccountUpToDate(tx, account))
}
