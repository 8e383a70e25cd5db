import type { Subscription } from './subscriptions.ts'

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

type Scoped = Pick<Subscription, 'scope' | 'target' | 'accountId'>

const isUuid = (id: string) => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(id)

/**
 * Whether a subscription, paused or not, includes this project: itself, its account, or all. Accounts match
 * by id if both have one, else by name. Integer ids became uuids in 2026, so an integer and a uuid cannot be
 * compared. A stored project was routed by the tracker's list before, so a subscription by integer is believed.
 */
export const covers = (
  { scope, target, accountId }: Scoped,
  { uuid, listedAs, accountName, accountId: id, stored = false }: RoutedProject,
): boolean => {
  if (scope === 'all') return true
  if (scope === 'project') return target === uuid || target === listedAs || (stored && !isUuid(target))
  const comparable = accountId !== undefined && id !== undefined && isUuid(accountId) === isUuid(id)
  return comparable ? accountId === id : target === accountName
}

export const coversAny = (subscriptions: readonly Scoped[], project: RoutedProject): boolean =>
  subscriptions.some((one) => covers(one, project))
