import type { User } from '../../contract/user.ts'
import { type PersonLink, allLinks, linkOf, linksTo } from './store/person-links.ts'
import type { BotDeps } from '../deps/deps.ts'
import { type Person, isColleague } from '../slack/slack.ts'
import { allUsers, idOf, peopleOf, personCalled } from './people.ts'

/** Matches Slack members and tracker users: by email address, unless a person set a link. */

type Deps = Pick<BotDeps, 'api' | 'database' | 'slack'>

const emailOf = ({ email_address: email }: User): string | undefined => email?.toLowerCase()

/** The Slack member of a tracker user. Never a person of another organization. */
export const memberFor = async (deps: Deps, user: User): Promise<Person | undefined> =>
  memberLinked(deps, user, (await linkOf(deps.database.sql, idOf(user)))?.slack_user)

/** The same, with the link already read. `linked` is undefined without a link, and null if it links to no member. */
const memberLinked = async (
  { slack }: Pick<Deps, 'slack'>,
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
  { database, slack }: Pick<Deps, 'database' | 'slack'>,
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
  // A link says that this user is someone else, or nobody here.
  return found && (await linkOf(database.sql, idOf(found))) === undefined ? found : undefined
}

/** The member with a tracker user's email address. Asks the tracker only if links exist. */
export const memberWithEmail = async (deps: Deps, email: string): Promise<Person | undefined> => {
  const corrected = (await allLinks(deps.database.sql)).length > 0
  const user = corrected ? personCalled(await peopleOf(deps, false), email) : undefined
  return user ? memberFor(deps, user) : ownMember(await deps.slack.personByEmail(email))
}

/** The email address that the tracker has for a member: the member's own, unless a link exists. */
export const trackerEmailOf = async (deps: Deps, slackUser: string): Promise<string | undefined> => {
  const { email } = await deps.slack.person(slackUser)
  if ((await linksTo(deps.database.sql, slackUser)).length === 0) return email
  const user = await trackerUserAmong(deps, slackUser, await peopleOf(deps, false))
  return user?.email_address ?? email
}

interface Mapped {
  user: User
  member: Person | undefined
  /** Set if a person linked them, instead of the email address. */
  link: PersonLink | undefined
}

/** Matches the whole team with one list each from tracker and Slack, instead of single look-ups. */
export const teamMap = async (deps: Deps): Promise<Mapped[]> => {
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

/** The Slack picture of a tracker user. Optional, so any failure gives undefined. `stored`: what was already read. */
export const authorIcon = async (
  deps: BotDeps,
  userUuid: string,
  stored?: { linked: string | null | undefined },
): Promise<string | undefined> => {
  try {
    const { users } = await allUsers(deps)
    const user = users.find(({ uuid }) => uuid === userUuid)
    if (!user) return undefined
    const member = stored ? memberLinked(deps, user, stored.linked) : memberFor(deps, user)
    return (await member)?.imageUrl
  } catch (error) {
    deps.log.debug({ reason: (error as Error).message }, 'no picture for an author')
    return undefined
  }
}
