import type { Subscription } from './subscriptions.ts'

/** What of a project decides where its events go. */
export interface RoutedProject {
  uuid: string
  /** What a tracker whose lists carry no uuids calls it there: its subscriptions bear that. */
  listedAs?: string | undefined
  accountName: string | undefined
  accountId?: string | undefined
}

const isUuid = (id: string) => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(id)

/**
 * Whether a subscription, paused or not, is to this project: to itself, its account, or all. An account is known
 * by its id where both are told, else by its name. Integer ids became uuids in 2026: two of different forms say
 * nothing of each other.
 */
export const covers = (
  { scope, target, accountId }: Pick<Subscription, 'scope' | 'target' | 'accountId'>,
  { uuid, listedAs, accountName, accountId: id }: RoutedProject,
): boolean => {
  if (scope === 'all') return true
  if (scope === 'project') return target === uuid || target === listedAs
  const comparable = accountId !== undefined && id !== undefined && isUuid(accountId) === isUuid(id)
  return comparable ? accountId === id : target === accountName
}
