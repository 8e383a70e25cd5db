import type { User } from '../../../contract/user.ts'
import type { Choice } from '../../messages/kit/options.ts'
import type { BotDeps } from '../../deps.ts'

/** Pages of two hundred; an organization with more people is searched as far as this. */
const pages = 5

/** The tracker's people, internal or customers, those who left apart. */
export const peopleOf = async (deps: Pick<BotDeps, 'api'>, customers: boolean): Promise<readonly User[]> => {
  const people: User[] = []
  for (let page = 0; page < pages; page++) {
    const { users, pagination } = await deps.api.listUsers({
      is_customer_user: customers,
      limit: 200,
      // Only where there is more: an older server may not know it.
      ...(page > 0 && { offset: people.length }),
    })
    people.push(...users)
    if (users.length === 0 || people.length >= (pagination?.total ?? 0)) break
  }
  return people.filter(
    ({ is_active: active, is_customer: customer }) =>
      active !== false && (customer ?? customers) === customers,
  )
}

export const nameOf = (user: User): string =>
  user.full_name ||
  [user.first_name, user.last_name].filter(Boolean).join(' ') ||
  user.email_address ||
  user.uuid

export const choiceOf = (user: User): Choice => ({
  value: user.email_address ?? user.uuid,
  text: nameOf(user),
  description: [user.customer_name, user.email_address].filter(Boolean).join(' · ') || undefined,
})

/** By email address or uuid, letter case aside. */
export const personCalled = (people: readonly User[], words: string): User | undefined => {
  const wanted = words.toLowerCase()
  return people.find(
    ({ email_address: email, uuid }) => email?.toLowerCase() === wanted || uuid.toLowerCase() === wanted,
  )
}

/** The team and the customers. */
export const everybody = async (deps: Pick<BotDeps, 'api'>): Promise<readonly User[]> =>
  (await Promise.all([peopleOf(deps, false), peopleOf(deps, true)])).flat()
