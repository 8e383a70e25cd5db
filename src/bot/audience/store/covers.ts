import type { AccountFacts, Subscription } from './subscriptions.ts'

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
