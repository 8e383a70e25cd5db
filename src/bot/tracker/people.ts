import { folded } from '../../contract/text/folded.ts'
import type { User } from '../../contract/user.ts'
import type { Choice } from '../kit/form-elements.ts'
import type { BotDeps } from '../deps/deps.ts'
import { unlessNoPages } from './tracker-trouble.ts'
import { apiUserKey, dropKey, readKey } from '../store/key-values.ts'
import type { Queries } from '../store/database.ts'

/** The interface names no pages of users. If there are more than it sends at once, these are tried. */
const perPage = 200
const mostPages = 10

/**
 * What tells a user from others here: the uuid, or the email address if the tracker shows no uuids. Empty without
 * either. Not for the tracker, where it takes a uuid.
 */
export const idOf = ({ uuid, email_address: email }: User): string => uuid || (email ?? '').toLowerCase()

const keyOf = (user: User): string => idOf(user) || JSON.stringify(user)

/**
 * The tracker's users, up to about 2,000, without those that have neither uuid nor email address. `whole` is true if
 * there are no more.
 */
export const allUsers = async (
  { api }: Pick<BotDeps, 'api'>,
  query: { readonly is_customer_user?: boolean } = {},
): Promise<{ users: readonly User[]; whole: boolean }> => {
  const { users: first, pagination } = await api.listUsers(query)
  const total = pagination?.total ?? 0
  // A tracker without pages sends the same users again.
  const users = new Map(first.map((user) => [keyOf(user), user]))
  for (let page = 0, before = -1; page < mostPages && users.size < total && users.size > before; page++) {
    before = users.size
    const next = { ...query, limit: perPage, offset: users.size }
    const reply = await unlessNoPages(api.listUsers(next))
    for (const user of reply?.users ?? []) users.set(keyOf(user), user)
  }
  const told = [...users.values()].filter((user) => idOf(user) !== '')
  return { users: told, whole: told.length === users.size && users.size >= total }
}

/** The tracker's active people, either internal or customers. */
export const peopleOf = async (deps: Pick<BotDeps, 'api'>, customers: boolean): Promise<readonly User[]> => {
  const { users } = await allUsers(deps, { is_customer_user: customers })
  return users.filter(
    ({ is_active: active, is_customer: customer }) =>
      active !== false && (customer ?? customers) === customers,
  )
}

export const nameOf = (user: User): string =>
  user.full_name ||
  [user.first_name, user.last_name].filter(Boolean).join(' ') ||
  user.email_address ||
  idOf(user)

export const choiceOf = (user: User): Choice => ({
  value: user.email_address ?? idOf(user),
  text: nameOf(user),
  description: [user.customer_name, user.email_address].filter(Boolean).join(' · ') || undefined,
})

/** Also a customer whose account the tracker doesn't show. */
export const isContactOf = ({ customer_name: name }: User, account: string): boolean =>
  !name || folded(name) === folded(account)

/** Finds a person by email address or uuid. Ignores case. */
export const personCalled = (people: readonly User[], words: string): User | undefined => {
  const wanted = words.toLowerCase()
  return people.find(
    ({ email_address: email, uuid }) => email?.toLowerCase() === wanted || uuid?.toLowerCase() === wanted,
  )
}

export const everybody = async (deps: Pick<BotDeps, 'api'>): Promise<readonly User[]> =>
  (await Promise.all([peopleOf(deps, false), peopleOf(deps, true)])).flat()

/**
 * The name that an event gives for who did something. Undefined if the tracker lists no such person: a script's key has
 * a user of its own, which is not listed. If the tracker lists no people, or doesn't answer, the name is kept.
 */
export const ifPerson = async (
  deps: Pick<BotDeps, 'api'>,
  name: string | undefined,
): Promise<string | undefined> => {
  if (name === undefined) return undefined
  const people = await everybody(deps).catch(() => [])
  return people.length === 0 || people.some((person) => nameOf(person) === name) ? name : undefined
}

const seenKey = 'api_user_seen'

/** The uuid of the API key's own user: configured, or learned from a comment that the bot made. */
export const apiUser = async (
  { apiUserUuid }: Pick<BotDeps, 'apiUserUuid'>,
  sql: Queries,
): Promise<string | undefined> => apiUserUuid ?? (await readKey(sql, apiUserKey))

/** Set if our last comment's author differs from the configured user. The doctor compares the two. */
export const apiUserSeen = (sql: Queries): Promise<string | undefined> => readKey(sql, seenKey)

/** Another key may have another user. */
export const forgetApiUser = async (sql: Queries): Promise<void> => {
  await dropKey(sql, apiUserKey)
  await dropKey(sql, seenKey)
}

/** The setting that keeps who wrote our last comment. */
export const ownAuthorKey = ({ apiUserUuid }: Pick<BotDeps, 'apiUserUuid'>): string =>
  apiUserUuid === undefined ? apiUserKey : seenKey
