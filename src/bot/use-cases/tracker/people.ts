import type { User } from '../../../contract/user.ts'
import type { Choice } from '../../messages/kit/options.ts'
import type { BotDeps } from '../../deps.ts'

/** At most 1,000 people: 200 per page. */
const pages = 5

/** The tracker's active people, either internal or customers. */
export const peopleOf = async (deps: Pick<BotDeps, 'api'>, customers: boolean): Promise<readonly User[]> => {
  const people: User[] = []
  for (let page = 0; page < pages; page++) {
    const { users, pagination } = await deps.api.listUsers({
      is_customer_user: customers,
      limit: 200,
      // Sent only when needed, because an older server may not support it.
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

/** Finds a person by email address or uuid. Ignores case. */
export const personCalled = (people: readonly User[], words: string): User | undefined => {
  const wanted = words.toLowerCase()
  return people.find(
    ({ email_address: email, uuid }) => email?.toLowerCase() === wanted || uuid.toLowerCase() === wanted,
  )
}

/** Also by full name, if only one person has it. */
export const personNamed = (people: readonly User[], words: string): User | undefined => {
  const [only, ...more] = people.filter((user) => nameOf(user).toLowerCase() === words.toLowerCase())
  return personCalled(people, words) ?? (more.length === 0 ? only : undefined)
}

export const everybody = async (deps: Pick<BotDeps, 'api'>): Promise<readonly User[]> =>
  (await Promise.all([peopleOf(deps, false), peopleOf(deps, true)])).flat()
