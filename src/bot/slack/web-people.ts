import type { WebClient } from '@slack/web-api'
import { LRUCache } from 'lru-cache'
import { attempt, unlessHidden } from './attempt.ts'
import { everyPage } from './every-page.ts'
import type { Person, Slack } from './slack.ts'

interface WebUser {
  id?: string
  team_id?: string
  is_stranger?: boolean
  /** Set in an organization of several workspaces. */
  enterprise_user?: { enterprise_id?: string }
  is_admin?: boolean
  is_owner?: boolean
  is_bot?: boolean
  deleted?: boolean
  name?: string
  tz?: string
  real_name?: string
  profile?: { real_name?: string; display_name?: string; email?: string; image_72?: string }
}

const nameOf = ({ id, name, real_name: realName, profile }: WebUser): string =>
  profile?.real_name || realName || profile?.display_name || name || id || 'Someone'

type Own = Pick<Awaited<ReturnType<Slack['identity']>>, 'teamId' | 'enterpriseId'>

/** True for another organization; people of a sister workspace are colleagues. */
const isStranger = (user: WebUser, { teamId, enterpriseId }: Own): boolean => {
  if (user.is_stranger === true) return true
  if (user.team_id === undefined || user.team_id === teamId) return false
  return enterpriseId === undefined || user.enterprise_user?.enterprise_id !== enterpriseId
}

const personFrom = (user: WebUser, own: Own): Person => ({
  id: user.id ?? '',
  name: nameOf(user),
  email: user.profile?.email,
  imageUrl: user.profile?.image_72,
  timeZone: user.tz,
  stranger: isStranger(user, own),
  // Another organization's admin has no rights here.
  admin: (user.is_admin === true || user.is_owner === true) && !isStranger(user, own),
})

/** Slack hides only other organizations' people; a missing scope hides everybody, so it says nothing. */
const hiddenPerson = (id: string, code: string): Person => ({
  id,
  name: id,
  email: undefined,
  imageUrl: undefined,
  stranger: code === 'user_not_visible' || code === 'user_not_found',
  admin: false,
})

const memberPages = 5
/** Slackbot is a person to `users.list`. */
const slackbot = 'USLACKBOT'

const listMembers = async (client: WebClient, own: Own): Promise<Person[]> => {
  const pages = everyPage(
    (page) => attempt('users.list', () => client.users.list({ limit: 1_000, ...page })),
    memberPages,
  )
  const found: Person[] = []
  for await (const { members = [] } of pages) {
    const users = members.filter(({ id, deleted, is_bot: bot }) => !deleted && !bot && id !== slackbot)
    found.push(...users.map((user) => personFrom(user, own)).filter(({ stranger }) => !stranger))
  }
  return found
}

/** A person who is missing may join a moment later. */
const missMs = 120_000

/** People by id and by e-mail, cached for ten minutes. */
export const createPeople = (
  client: WebClient,
  ownTeam: () => Promise<Own>,
): Pick<Slack, 'person' | 'personByEmail' | 'members'> => {
  const people = new LRUCache<string, Person>({ max: 5_000, ttl: 600_000 })
  const everybody = new LRUCache<'all', readonly Person[]>({ max: 1, ttl: 600_000 })
  const byEmail = new LRUCache<string, { person: Person | undefined }>({ max: 5_000, ttl: 600_000 })
  return {
    person: async (id) => {
      const cached = people.get(id)
      if (cached) return cached
      const own = await ownTeam()
      const found = await unlessHidden('users.info', () => client.users.info({ user: id }))
      // A failed look-up is not cached.
      if ('hidden' in found) return hiddenPerson(id, found.hidden.code)
      const person = personFrom(found.answer.user ?? { id }, own)
      people.set(id, person)
      return person
    },
    personByEmail: async (email) => {
      const cached = byEmail.get(email)
      if (cached) return cached.person
      const own = await ownTeam()
      const found = await unlessHidden('users.lookupByEmail', () => client.users.lookupByEmail({ email }))
      const person = 'answer' in found && found.answer.user ? personFrom(found.answer.user, own) : undefined
      byEmail.set(email, { person }, person ? {} : { ttl: missMs })
      return person
    },
    members: async () => {
      const known = everybody.get('all')
      if (known) return known
      const members = await listMembers(client, await ownTeam())
      everybody.set('all', members)
      return members
    },
  }
}
