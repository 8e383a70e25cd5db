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

/** Whoever was deactivated has no rights, whatever the role was. */
const personFrom = (user: WebUser, own: Own): Person => ({
  id: user.id ?? '',
  name: nameOf(user),
  email: user.profile?.email,
  imageUrl: user.profile?.image_72,
  timeZone: user.tz,
  workspaces: user.enterprise_user?.teams,
  role: user.deleted ? 'unknown' : roleOf(user, own),
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

/** Nothing that decides who reads is older. */
const freshMs = 60_000

/** Slack allows about 20 calls of `users.list` a minute. Several workspaces with more than ten pages are read less often. */
const msPerPage = freshMs / 10

type Known = Pick<Person, 'role' | 'organization' | 'hasLeft'>

interface Roster {
  /** Includes apps and deactivated users. */
  known: Map<string, Known>
  /** Colleagues without apps and deactivated users. */
  members: Person[]
  /** In ticks. */
  freshUntil: number
}

const readRoster = async (
  client: SlackClient,
  own: Own,
  workspaces: Workspaces,
  startedAt: number,
): Promise<Roster> => {
  const pages = everyPageOf(await workspaces.all(), client.users.list, { limit: 1_000 }, memberPages)
  const known = new Map<string, Known>()
  const members: Person[] = []
  let read = 0
  for await (const { members: users = [] } of pages) {
    read += 1
    for (const user of users) {
      const person = personFrom(user, own)
      // A person in several workspaces of the organization is listed several times.
      if (known.has(person.id)) continue
      const isMember = isColleague(person.role) && !user.is_bot && person.id !== slackbot
      const { role, organization, hasLeft } = person
      known.set(person.id, isMember ? person : { role, organization, hasLeft })
      if (isMember) members.push(person)
    }
  }
  return { known, members, freshUntil: startedAt + Math.max(freshMs, read * msPerPage) }
}

const withoutPerson = (roster: Roster, id: string): void => {
  roster.known.delete(id)
  roster.members = roster.members.filter((member) => member.id !== id)
}

/** Single look-ups of the people that the list doesn't have, in a minute. Slack allows about 100. */
const mostLookUps = 100

/** A missing email is cached for less time, because the person may join soon. */
const missMs = 120_000

interface LookedUp {
  readonly person: Person
  readonly at: number
}

/** Who of some people are no colleagues. */
export interface Outsiders {
  readonly outsiders: readonly Known[]
  /** In ticks. After `version` changed, they are to be found again, too. */
  readonly freshUntil: number
  readonly version: number
}

export const createPeople = (
  client: SlackClient,
  ownTeam: () => Promise<Own>,
  workspaces: Workspaces,
  clock: SlackClock,
) => {
  const { ticks } = clock
  /** Names stay for ten minutes; the role of a colleague counts for one. */
  const people = new LRUCache<string, LookedUp>(lruOptions(5_000, 600_000, clock))
  const byEmail = new LRUCache<string, { id: string | undefined }>(lruOptions(5_000, 600_000, clock))
  const changedMeanwhile = new Set<string>()
  let roster: Roster | undefined
  let reading: Promise<Roster> | undefined
  let version = 0
  const window = { since: 0, lookUps: 0 }

  const fresh = (): Roster | undefined => (roster && ticks() < roster.freshUntil ? roster : undefined)
  const read = async (): Promise<Roster> => {
    changedMeanwhile.clear()
    const found = await readRoster(client, await ownTeam(), workspaces, ticks())
    for (const id of changedMeanwhile) withoutPerson(found, id)
    roster = found
    return found
  }
  const readAll = (): Promise<Roster> => (reading ??= read().finally(() => (reading = undefined)))
  /** Empty if the app may not list people. */
  const listed = async (): Promise<ReadonlyMap<string, Known>> => {
    const found = fresh() ?? (await readAll().catch(asHidden))
    return found instanceof SlackProblem ? new Map<string, Known>() : found.known
  }

  const isRecent = ({ at, person: { id, role } }: LookedUp): boolean =>
    !isColleague(role) || at + freshMs > ticks() || fresh()?.known.get(id)?.role === role
  const keep = (person: Person): Person => {
    people.set(person.id, { person, at: ticks() })
    return person
  }
  const lookUp = async (id: string): Promise<Person> => {
    const own = await ownTeam()
    const answer = await client.users.info({ user: id }).catch(asHidden)
    const [user, code] = answer instanceof SlackProblem ? [undefined, answer.code] : [answer.user, '']
    // An answer that says nothing is not cached.
    if (!user) {
      const hidden = hiddenPerson(id, code)
      if (hidden.role === 'unknown') return { ...hidden, role: (await listed()).get(id)?.role ?? 'unknown' }
      people.set(id, { person: hidden, at: ticks() }, { ttl: freshMs })
      return hidden
    }
    return keep(personFrom(user, own))
  }
  const person = async (id: string): Promise<Person> => {
    const cached = people.get(id)
    return cached && isRecent(cached) ? cached.person : lookUp(id)
  }

  /** How many of these look-ups are left in this minute. */
  const allowed = (wanted: number): number => {
    const now = ticks()
    if (now - window.since >= freshMs) Object.assign(window, { since: now, lookUps: 0 })
    const count = Math.min(wanted, mostLookUps - window.lookUps)
    window.lookUps += count
    return count
  }
  /** One look-up per person. Beyond the limit, those who were never looked up come first, then the oldest. */
  const unlisted = async (ids: readonly string[]): Promise<Known[]> => {
    const lookedUpAt = (id: string) => people.get(id)?.at ?? -Infinity
    const due = ids.filter((id) => {
      const cached = people.get(id)
      return !cached || !isRecent(cached)
    })
    due.sort((one, other) => lookedUpAt(one) - lookedUpAt(other))
    const found = new Map<string, Known>()
    const now = due.slice(0, allowed(due.length))
    await Promise.all(now.map(async (id) => found.set(id, await lookUp(id))))
    return ids.map((id) => found.get(id) ?? people.get(id)?.person ?? { role: 'unknown' })
  }
  return {
    /** If Slack hides the person, the result has a general name. */
    person,
    /** Without deactivated people, who read nothing. */
    outsidersAmong: async (ids: Iterable<string>): Promise<Outsiders> => {
      const startedIn = version
      const startedAt = ticks()
      const known = await listed()
      const others: string[] = []
      const found: Known[] = []
      for (const id of ids) {
        const one = known.get(id)
        if (one) found.push(one)
        else others.push(id)
      }
      if (others.length > 0) found.push(...(await unlisted(others)))
      const outsiders = found.filter(({ role, hasLeft }) => !hasLeft && !isColleague(role))
      const lookedUpAt = others.flatMap((id) => people.get(id)?.at ?? [])
      const oldest = lookedUpAt.reduce((one, other) => Math.min(one, other), startedAt)
      const freshUntil = Math.min(oldest + freshMs, roster?.freshUntil ?? Infinity)
      return { outsiders, freshUntil, version: startedIn }
    },
    peopleVersion: (): number => version,
    /**
     * Slack said that somebody's account changed. Undefined if the role is the same as before. Who lost rights has lost
     * them at once; who gained some is looked up.
     */
    personChanged: async (user: WebUser): Promise<Person | undefined> => {
      const now = personFrom(user, await ownTeam())
      const before = people.get(now.id)?.person ?? roster?.known.get(now.id)
      if (before?.role === now.role && Boolean(before.hasLeft) === Boolean(now.hasLeft)) return undefined
      version += 1
      changedMeanwhile.add(now.id)
      if (roster) withoutPerson(roster, now.id)
      people.delete(now.id)
      return isColleague(now.role) ? now : keep(now)
    },
    personByEmail: async (email: string): Promise<Person | undefined> => {
      const cached = byEmail.get(email)
      if (cached) return cached.id === undefined ? undefined : person(cached.id)
      const own = await ownTeam()
      const answer = await client.users.lookupByEmail({ email }).catch(asHidden)
      const user = answer instanceof SlackProblem ? undefined : answer.user
      byEmail.set(email, { id: user?.id }, user ? {} : { ttl: missMs })
      return user && keep(personFrom(user, own))
    },
    /** Without guests, apps and deactivated users; at most 5,000. */
    members: async (): Promise<readonly Person[]> => (fresh() ?? (await readAll())).members,
    forgetWorkspaces: (): void => {
      workspaces.forget()
      roster = undefined
    },
  }
}
