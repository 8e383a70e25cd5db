import type { UsersListResponse } from '@slack/web-api'
import { LRUCache } from 'lru-cache'
import { lruOptions, everyPageOf, type Workspaces } from './workspaces.ts'
import { asHidden, SlackProblem } from './problem.ts'
import { settled, within } from '../kit/time.ts'
import type { SlackClient, SlackClock } from './client.ts'
import { type Identity, type Person, type Role, slackbot } from './slack.ts'

/** Shorter than the doctor waits, so that its finding says what is wrong. Readiness doesn't wait longer either. */
const diagnoseMs = 5_000

/** Who the app is. */
export const createIdentity = (client: SlackClient, clock: SlackClock) => {
  let cached: Identity | undefined
  let asking: Promise<Identity> | undefined
  const ask = async () => {
    const answer = await client.auth.test()
    cached = {
      userId: answer.user_id ?? '',
      botId: answer.bot_id ?? '',
      teamId: answer.team_id ?? '',
      teamName: answer.team ?? '',
      enterpriseId: answer.enterprise_id,
      isOrg: answer.is_enterprise_install,
    }
    return cached
  }
  const identity = async (): Promise<Identity> =>
    cached ?? (asking ??= ask().finally(() => (asking = undefined)))
  const diagnose = async () => {
    const answer = await within(diagnoseMs, settled(client.auth.test()))
    if (!answer) throw new SlackProblem('unknown', '', 'auth.test: no answer')
    if (answer.state === 'failed') throw answer.error
    const { team: teamName = '', user: botName = '', response_metadata: about } = answer.value
    return { teamName, botName, scopes: about?.scopes, skewMs: clock.skewMs() }
  }
  return {
    identity,
    /** The cached identity. If there is none, starts the look-up and returns undefined. */
    knownIdentity: (): Identity | undefined => {
      if (!cached) identity().catch(() => undefined)
      return cached
    },
    /** `scopes`: undefined if this Slack does not list them. `skewMs`: our clock minus Slack's. */
    diagnose,
    check: async () => (await diagnose()).scopes,
  }
}

/** A full member of our workspace: not a guest. What an actor may do, `may` decides. */
export const isColleague = (role: Role): boolean => role === 'admin' || role === 'member'

/** `enterprise_user` is set in an Enterprise Grid organization. */
type WebUser = NonNullable<UsersListResponse['members']>[number] & { is_stranger?: boolean }

const nameOf = ({ id, name, real_name: realName, profile }: WebUser): string =>
  profile?.real_name || realName || profile?.display_name || name || id || 'Someone'

type Own = Pick<Identity, 'teamId' | 'enterpriseId'>

/** True for people of another organization. People of a sister workspace are colleagues. */
const isStranger = (user: WebUser, { teamId, enterpriseId }: Own): boolean => {
  if (user.is_stranger === true) return true
  if (user.team_id === undefined || user.team_id === teamId) return false
  if (enterpriseId === undefined) return true
  return user.team_id !== enterpriseId && user.enterprise_user?.enterprise_id !== enterpriseId
}

/** An admin of another organization has no rights here. */
const roleOf = (user: WebUser, own: Own): Role => {
  if (isStranger(user, own)) return 'stranger'
  if (user.is_restricted === true || user.is_ultra_restricted === true) return 'guest'
  return user.is_admin === true || user.is_owner === true ? 'admin' : 'member'
}

const personFrom = (user: WebUser, own: Own): Person => ({
  id: user.id ?? '',
  name: nameOf(user),
  email: user.profile?.email,
  imageUrl: user.profile?.image_72,
  timeZone: user.tz,
  workspaces: user.enterprise_user?.teams,
  role: roleOf(user, own),
  organization: isStranger(user, own) ? user.team_id : undefined,
  hasLeft: user.deleted,
})

/** Slack hides single people only if they are outsiders. A missing scope hides everyone. */
const hiddenPerson = (id: string, code: string): Person => {
  const stranger = code === 'user_not_visible' || code === 'user_not_found'
  return {
    id,
    // An id means nothing to readers of a comment.
    name: stranger ? 'Someone' : 'A member of the workspace',
    email: undefined,
    imageUrl: undefined,
    role: stranger ? 'stranger' : 'unknown',
  }
}

const memberPages = 5

interface Roster {
  /** Includes apps and deactivated users. */
  roles: ReadonlyMap<string, Role>
  members: readonly Person[]
}

const readRoster = async (client: SlackClient, own: Own, workspaces: Workspaces): Promise<Roster> => {
  const pages = everyPageOf(await workspaces.all(), client.users.list, { limit: 1_000 }, memberPages)
  const roles = new Map<string, Role>()
  const members: Person[] = []
  for await (const { members: users = [] } of pages)
    for (const user of users) {
      const person = personFrom(user, own)
      // A person in several workspaces of the organization is listed several times.
      if (roles.has(person.id)) continue
      roles.set(person.id, person.role)
      const isPerson = !user.deleted && !user.is_bot && person.id !== slackbot
      if (isPerson && isColleague(person.role)) members.push(person)
    }
  return { roles, members }
}

const empty: Roster = { roles: new Map(), members: [] }

/** The limit of single look-ups. People beyond it count as unknown. */
const mostLookUps = 100

/** A missing email is cached for less time, because the person may join soon. */
const missMs = 120_000

export const createPeople = (client: SlackClient, ownTeam: () => Promise<Own>, workspaces: Workspaces) => {
  const people = new LRUCache<string, Person>(lruOptions(5_000, 600_000))
  const rosters = new LRUCache<'all', Roster>({ max: 1, ttl: 600_000 })
  const byEmail = new LRUCache<string, { person: Person | undefined }>(lruOptions(5_000, 600_000))
  const readAll = async (): Promise<Roster> => {
    const roster = await readRoster(client, await ownTeam(), workspaces)
    rosters.set('all', roster)
    return roster
  }
  /** Empty if the app may not list people. */
  const roster = async (): Promise<Roster> => {
    const found = rosters.get('all') ?? (await readAll().catch(asHidden))
    return found instanceof SlackProblem ? empty : found
  }
  const person = async (id: string): Promise<Person> => {
    const cached = people.get(id)
    if (cached) return cached
    const own = await ownTeam()
    const answer = await client.users.info({ user: id }).catch(asHidden)
    const [user, code] = answer instanceof SlackProblem ? [undefined, answer.code] : [answer.user, '']
    // Failed look-ups are not cached, nor an answer that says nothing.
    if (!user) {
      const hidden = hiddenPerson(id, code)
      if (hidden.role !== 'unknown') return hidden
      const { roles } = await roster()
      return { ...hidden, role: roles.get(id) ?? 'unknown' }
    }
    const found = personFrom(user, own)
    people.set(id, found)
    return found
  }
  return {
    /** If Slack hides the person, the result has a general name. */
    person,
    /** Whether the list of people names one of these as a guest. No person is looked up alone, so strangers cost nothing. */
    listsGuest: async (ids: Iterable<string>): Promise<boolean> => {
      const { roles } = await roster()
      return [...ids].some((id) => roles.get(id) === 'guest')
    },
    /** The roles of those who are not colleagues, from the workspace's list or from one look-up per person. */
    outsidersAmong: async (ids: Iterable<string>): Promise<readonly Role[]> => {
      const { roles } = await roster()
      const outsiders: Role[] = []
      const unlisted: string[] = []
      for (const id of ids) {
        const role = roles.get(id)
        if (role === undefined) unlisted.push(id)
        else if (!isColleague(role)) outsiders.push(role)
      }
      if (unlisted.length === 0) return outsiders
      // A sister workspace may have more people than the limit, so cached ones don't count.
      const cached = unlisted.filter((id) => people.has(id))
      const uncached = unlisted.filter((id) => !people.has(id))
      const found = await Promise.all([...cached, ...uncached.slice(0, mostLookUps)].map((id) => person(id)))
      const foundOutsiders = found.map(({ role }) => role).filter((role) => !isColleague(role))
      return [...outsiders, ...foundOutsiders, ...uncached.slice(mostLookUps).map(() => 'unknown' as const)]
    },
    personByEmail: async (email: string): Promise<Person | undefined> => {
      const cached = byEmail.get(email)
      if (cached) return cached.person
      const own = await ownTeam()
      const answer = await client.users.lookupByEmail({ email }).catch(asHidden)
      const user = answer instanceof SlackProblem ? undefined : answer.user
      const found = user && personFrom(user, own)
      byEmail.set(email, { person: found }, found ? {} : { ttl: missMs })
      return found
    },
    /** Without guests, bots and deactivated users; at most 5,000. */
    members: async (): Promise<readonly Person[]> => (rosters.get('all') ?? (await readAll())).members,
    forgetWorkspaces: (): void => {
      workspaces.forget()
      rosters.clear()
    },
  }
}
