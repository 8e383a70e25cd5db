import { folded } from '../../contract/text.ts'
import type { OnboardingApi } from '../../contract/api.ts'
import { ApiProblem } from '../../contract/problem.ts'
import type { User } from '../../contract/user.ts'
import type { Choice } from '../kit/form-elements.ts'
import { withCompany } from '../kit/text.ts'
import type { BotDeps } from '../deps/deps.ts'
import type { CommentInView } from './comment-in-view.ts'
import { isUncounted, unlessNoPages } from './tracker-says.ts'
import { apiUserKey, apiUserSeenKey, dropKey, readKey } from '../store/key-values.ts'
import type { Queries } from '../store/database.ts'
import { allLinks, linkOf, linksTo } from '../store/person-links.ts'
import { isColleague } from '../slack/people.ts'
import type { Person } from '../slack/slack.ts'

/** The interface documents no pages of users. They are tried if one answer is too large, or hasn't all users. */
const perPage = 200
const mostPages = 50

/** The uuid, or the email address if the tracker shows no uuids. Empty without either. Not for the tracker's own fields. */
export const idOf = ({ uuid, email_address: email }: User): string => uuid || (email ?? '').toLowerCase()

const keyOf = (user: User): string => idOf(user) || JSON.stringify(user)

interface UsersQuery {
  readonly is_customer_user?: boolean
}

const firstUsers = async (api: OnboardingApi, query: UsersQuery) => {
  try {
    return await api.listUsers(query)
  } catch (problem) {
    if (!(problem instanceof ApiProblem) || problem.kind !== 'too-large') throw problem
    const page = await unlessNoPages(api.listUsers({ ...query, limit: perPage, offset: 0 }))
    if (!page) throw problem
    return page
  }
}

/** Up to about 10,000 users, without those that have neither uuid nor email address. `whole`: none is missing. */
export const allUsers = async (
  { api }: Pick<BotDeps, 'api'>,
  query: UsersQuery = {},
): Promise<{ users: readonly User[]; whole: boolean }> => {
  const { users: first, pagination } = await firstUsers(api, query)
  let total = pagination?.total ?? 0
  let isGuessed = isUncounted(first, perPage, total)
  // A tracker without pages sends the same users again.
  const users = new Map(first.map((user) => [keyOf(user), user]))
  for (let page = 0, before = -1; page < mostPages && users.size < total && users.size > before; page++) {
    before = users.size
    const next = { ...query, limit: perPage, offset: users.size }
    const reply = await unlessNoPages(api.listUsers(next))
    if (!reply) break
    for (const user of reply.users) users.set(keyOf(user), user)
    if (isUncounted(reply.users, perPage, reply.pagination?.total)) {
      isGuessed = true
      total = Math.max(total, before + perPage + 1)
    } else if (isGuessed) total = users.size
  }
  const identified = [...users.values()].filter((user) => idOf(user) !== '')
  return { users: identified, whole: identified.length === users.size && users.size >= total }
}

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

/** A customer whose account the tracker doesn't show counts, too. */
export const isContactOf = ({ customer_name: name }: User, account: string): boolean =>
  !name || folded(name) === folded(account)

export const personCalled = (people: readonly User[], words: string): User | undefined => {
  const wanted = words.toLowerCase()
  return people.find(
    ({ email_address: email, uuid }) => email?.toLowerCase() === wanted || uuid?.toLowerCase() === wanted,
  )
}

export const everybody = async (deps: BotDeps): Promise<readonly User[]> =>
  (await Promise.all([peopleOf(deps, false), peopleOf(deps, true)])).flat()

/** The name, unless the tracker lists no such person, such as a script's own user. Without a list, it is kept. */
export const ifPerson = async (deps: BotDeps, name: string | undefined) => {
  if (name === undefined) return undefined
  const people = await everybody(deps).catch(() => [])
  return people.length === 0 || people.some((person) => nameOf(person) === name) ? name : undefined
}

/** The uuid of the API key's own user: configured, or learned from a comment that the bot made. */
export const apiUser = async ({ apiUserUuid }: BotDeps, sql: Queries): Promise<string | undefined> =>
  apiUserUuid ?? (await readKey(sql, apiUserKey))

/** Set if our last comment's author differs from the configured user. The doctor compares the two. */
export const apiUserSeen = (sql: Queries): Promise<string | undefined> => readKey(sql, apiUserSeenKey)

/** Another key may have another user. */
export const forgetApiUser = async (sql: Queries): Promise<void> => {
  await dropKey(sql, apiUserKey)
  await dropKey(sql, apiUserSeenKey)
}

/* Matches Slack members and tracker users: by email address, unless a person set a link. */

const emailOf = ({ email_address: email }: User): string | undefined => email?.toLowerCase()

/** The Slack member of a tracker user. Never a person of another organization. */
export const memberFor = async (deps: BotDeps, user: User): Promise<Person | undefined> =>
  memberLinked(deps, user, (await linkOf(deps.database.sql, idOf(user)))?.slack_user)

/** The same, with the link already read. `linked` is undefined without a link, and null if it links to no member. */
const memberLinked = async (
  { slack }: BotDeps,
  { email_address: email }: User,
  linked: string | null | undefined,
): Promise<Person | undefined> => {
  if (linked === null) return undefined
  if (linked !== undefined) return ownMember(await slack.person(linked))
  return email === undefined ? undefined : ownMember(await slack.personByEmail(email))
}

const ownMember = (person: Person | undefined): Person | undefined =>
  person && (isColleague(person.role) || person.role === 'guest') ? person : undefined

/** The tracker user of a Slack member, among `users`. Undefined if unknown. */
export const trackerUserAmong = async (
  { database, slack }: BotDeps,
  slackUser: string,
  users: readonly User[],
): Promise<User | undefined> => {
  for (const { tracker_uuid: uuid } of await linksTo(database.sql, slackUser)) {
    const found = users.find((user) => idOf(user) === uuid)
    if (found) return found
  }
  const { email, role } = await slack.person(slackUser)
  if (email === undefined || !isColleague(role)) return undefined
  const found = users.find((user) => emailOf(user) === email.toLowerCase())
  // A link of this tracker user names another member, or none.
  return found && (await linkOf(database.sql, idOf(found))) === undefined ? found : undefined
}

/** The member with a tracker user's email address. Asks the tracker only if links exist. */
export const memberWithEmail = async (deps: BotDeps, email: string): Promise<Person | undefined> => {
  const hasLinks = (await allLinks(deps.database.sql)).length > 0
  const user = hasLinks ? personCalled(await peopleOf(deps, false), email) : undefined
  return user ? memberFor(deps, user) : ownMember(await deps.slack.personByEmail(email))
}

/** The email address that the tracker has for a member: the member's own, unless a link exists. */
export const trackerEmailOf = async (deps: BotDeps, slackUser: string): Promise<string | undefined> => {
  const { email } = await deps.slack.person(slackUser)
  if ((await linksTo(deps.database.sql, slackUser)).length === 0) return email
  const user = await trackerUserAmong(deps, slackUser, await peopleOf(deps, false))
  return user?.email_address ?? email
}

/** The whole team, by one list each from tracker and Slack. `link`: a person set it, so the email address doesn't count. */
export const teamMap = async (deps: BotDeps) => {
  const [team, members, links] = await Promise.all([
    peopleOf(deps, false),
    deps.slack.members(),
    allLinks(deps.database.sql),
  ])
  return team.map((user) => {
    const link = links.find(({ tracker_uuid: uuid }) => uuid === idOf(user))
    const email = emailOf(user)
    const member = link
      ? members.find(({ id }) => id === link.slack_user)
      : members.find((one) => email !== undefined && one.email?.toLowerCase() === email)
    return { user, member, link }
  })
}

/** An author's name and picture are optional, so any failure gives undefined. */
const optional = async <T>(deps: BotDeps, read: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await read()
  } catch (error) {
    deps.log.debug({ reason: (error as Error).message }, 'less is known of an author')
    return undefined
  }
}

interface KnownOfAuthor {
  /** The account of the project on which the person wrote. */
  accountName: string | undefined
  /** What else says whether the person is a customer, such as an event. The tracker's list of people decides. */
  isCustomer?: boolean | null | undefined
  /** Whether the list, which is at most a minute old, may be read from the tracker again. */
  mayAsk: boolean
}

/** Who wrote a comment in the tracker, as messages name them: a customer with the account. `user`: if listed. */
export const authorShown = async (
  deps: BotDeps,
  { authorUuid, nameInTracker }: Pick<CommentInView, 'authorUuid' | 'nameInTracker'>,
  { accountName, isCustomer, mayAsk }: KnownOfAuthor,
): Promise<{ authorName: string; user: User | undefined }> => {
  const listed = async () => {
    // A list that is too large for one answer is not read in pages for a name or a picture.
    await deps.api.listUsers({})
    return (await allUsers(deps)).users.find(({ uuid }) => uuid === authorUuid)
  }
  const user = mayAsk && authorUuid !== undefined ? await optional(deps, listed) : undefined
  const isOutside = (user?.is_customer ?? isCustomer) === true
  const account = isOutside ? user?.customer_name || accountName : undefined
  return { authorName: withCompany(nameInTracker, account), user }
}

/** The Slack picture of a tracker user. `stored`: what was already read. */
export const authorIcon = async (
  deps: BotDeps,
  user: User,
  stored?: { linked: string | null | undefined },
): Promise<string | undefined> =>
  optional(deps, async () => {
    const member = stored ? memberLinked(deps, user, stored.linked) : memberFor(deps, user)
    return (await member)?.imageUrl
  })
