import type { User } from '../../../contract/user.ts'
import { allLinks, linkOf, linksTo, type PersonLink } from '../../store/home/person-links.ts'
import type { BotDeps } from '../../deps.ts'
import type { Person } from '../../slack/slack.ts'
import { isColleague } from '../../slack/standing.ts'
import { peopleOf, personCalled } from './people.ts'

/** Who in Slack is whom in the tracker: by the email address, unless an admin said otherwise. */

type Deps = Pick<BotDeps, 'api' | 'database' | 'slack'>

const emailOf = ({ email_address: email }: User): string | undefined => email?.toLowerCase()

/** The member of our workspace who is this person of the tracker; never somebody of another organization. */
export const memberFor = async (deps: Deps, user: User): Promise<Person | undefined> => {
  const said = await linkOf(deps.database.sql, user.uuid)
  if (said) return said.slack_user === null ? undefined : ownMember(await deps.slack.person(said.slack_user))
  return user.email_address === undefined
    ? undefined
    : ownMember(await deps.slack.personByEmail(user.email_address))
}

const ownMember = (person: Person | undefined): Person | undefined =>
  person && (isColleague(person.standing) || person.standing === 'guest') ? person : undefined

/** The person of the tracker who this member of Slack is, among these; undefined for all whom nobody knows. */
export const trackerUserAmong = async (
  { database, slack }: Pick<Deps, 'database' | 'slack'>,
  slackUser: string,
  users: readonly User[],
): Promise<User | undefined> => {
  for (const { tracker_uuid: uuid } of await linksTo(database.sql, slackUser)) {
    const found = users.find((user) => user.uuid === uuid)
    if (found) return found
  }
  const { email, standing } = await slack.person(slackUser)
  if (email === undefined || !isColleague(standing)) return undefined
  const found = users.find((user) => emailOf(user) === email.toLowerCase())
  // Somebody said that this one is another, or nobody.
  return found && (await linkOf(database.sql, found.uuid)) === undefined ? found : undefined
}

/** The member for an email address of the tracker; the tracker is asked only where somebody corrected anything. */
export const memberWithEmail = async (deps: Deps, email: string): Promise<Person | undefined> => {
  const corrected = (await allLinks(deps.database.sql)).length > 0
  const user = corrected ? personCalled(await peopleOf(deps, false), email) : undefined
  return user ? memberFor(deps, user) : ownMember(await deps.slack.personByEmail(email))
}

/** The email address by which the tracker knows a member: their own, unless somebody said otherwise. */
export const trackerEmailOf = async (deps: Deps, slackUser: string): Promise<string | undefined> => {
  const { email } = await deps.slack.person(slackUser)
  if ((await linksTo(deps.database.sql, slackUser)).length === 0) return email
  const user = await trackerUserAmong(deps, slackUser, await peopleOf(deps, false))
  return user?.email_address ?? email
}

/** One of the tracker's team, and who they are in Slack. */
export interface Mapped {
  user: User
  member: Person | undefined
  /** Said by a person, and not found by the email address. */
  link: PersonLink | undefined
}

/** The whole team of the tracker beside the whole workspace: one list of each, and nobody is asked for singly. */
export const teamMap = async (deps: Deps): Promise<Mapped[]> => {
  const [team, members, links] = await Promise.all([
    peopleOf(deps, false),
    deps.slack.members(),
    allLinks(deps.database.sql),
  ])
  return team.map((user) => {
    const link = links.find(({ tracker_uuid: uuid }) => uuid === user.uuid)
    const email = emailOf(user)
    const member = link
      ? members.find(({ id }) => id === link.slack_user)
      : members.find((one) => email !== undefined && one.email?.toLowerCase() === email)
    return { user, member, link }
  })
}
