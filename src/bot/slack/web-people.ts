import type { WebClient } from '@slack/web-api'
import { LRUCache } from 'lru-cache'
import { unlessHidden } from './attempt.ts'
import type { Person, Slack } from './slack.ts'

interface WebUser {
  id?: string
  team_id?: string
  is_stranger?: boolean
  name?: string
  tz?: string
  real_name?: string
  profile?: { real_name?: string; display_name?: string; email?: string; image_72?: string }
}

const nameOf = ({ id, name, real_name: realName, profile }: WebUser): string =>
  profile?.real_name || realName || profile?.display_name || name || id || 'Someone'

const personFrom = (user: WebUser, teamId: string): Person => ({
  id: user.id ?? '',
  name: nameOf(user),
  email: user.profile?.email,
  imageUrl: user.profile?.image_72,
  timeZone: user.tz,
  stranger: user.is_stranger === true || (user.team_id !== undefined && user.team_id !== teamId),
})

/** Our own people can be read; whom Slack hides belongs to others. A missing scope hides everybody, and says nothing. */
const hiddenPerson = (id: string, code: string): Person => ({
  id,
  name: id,
  email: undefined,
  imageUrl: undefined,
  stranger: code === 'user_not_visible' || code === 'user_not_found',
})

/** People by id and by e-mail, remembered for ten minutes. */
export const createPeople = (
  client: WebClient,
  ownTeam: () => Promise<string>,
): Pick<Slack, 'person' | 'personByEmail'> => {
  const people = new LRUCache<string, Person>({ max: 5_000, ttl: 600_000 })
  const byEmail = new LRUCache<string, { person: Person | undefined }>({ max: 5_000, ttl: 600_000 })
  return {
    person: async (id) => {
      const cached = people.get(id)
      if (cached) return cached
      const teamId = await ownTeam()
      const found = await unlessHidden('users.info', () => client.users.info({ user: id }))
      // What could not be read is asked again next time.
      if ('hidden' in found) return hiddenPerson(id, found.hidden.code)
      const person = personFrom(found.answer.user ?? { id }, teamId)
      people.set(id, person)
      return person
    },
    personByEmail: async (email) => {
      const cached = byEmail.get(email)
      if (cached) return cached.person
      const teamId = await ownTeam()
      const found = await unlessHidden('users.lookupByEmail', () => client.users.lookupByEmail({ email }))
      const person =
        'answer' in found && found.answer.user ? personFrom(found.answer.user, teamId) : undefined
      byEmail.set(email, { person })
      return person
    },
  }
}
