import type { ReadersFacts } from './messages/readers.ts'
import type { BotDeps } from '../deps/deps.ts'
import type { Channel } from '../slack/slack.ts'

/** Who reads a channel, besides the team. */
export interface Readers extends ReadersFacts {
  /** Somebody from outside reads it, or Slack did not say who does. */
  outside: boolean
  /** Of `readersKey`: a confirmation counts for those that it named. */
  key: string
}

type Seen = Pick<Channel, 'shared' | 'organizations' | 'withGuests' | 'readersUnknown'>

/** Who from outside reads a channel: ids of organizations, and words for others. Empty: only the team reads it. */
export const readersKey = ({ shared, organizations, withGuests, readersUnknown }: Seen): string => {
  if (!shared) return ''
  const kinds = [...organizations].sort()
  if (withGuests) kinds.push('guests')
  if (readersUnknown) kinds.push('unknown')
  return kinds.join(' ') || 'others'
}

/** For organizations whose people were invited. Slack names them once they come. */
const invited = 'invited'
const words: readonly string[] = ['guests', 'unknown', 'others', invited]

const kindsIn = (key: string): string[] => key.split(' ').filter((kind) => kind !== '')

/** Whether a confirmation that named these readers holds for those who read the channel now. Fewer is fine. */
export const isConfirmedFor = (confirmed: string, now: string): boolean => {
  const named = kindsIn(confirmed)
  return kindsIn(now).every((kind) => {
    // Whoever is only invited doesn't read it yet.
    if (named.includes(kind) || kind === invited) return true
    if (kind === 'guests') return false
    // What Slack doesn't say now tells of no new reader.
    if (kind === 'unknown') return named.length > 0
    const isOther = kind === 'others' && named.some((one) => !words.includes(one))
    return isOther || named.includes(invited)
  })
}

/** Whoever invites people of other organizations confirms them, in addition to those before. */
export const withInvited = (confirmed: string): string =>
  [...kindsIn(confirmed).filter((kind) => kind !== invited), invited].join(' ')

/** Once Slack names the organizations that were invited, only these are confirmed. */
export const namingInvited = (
  confirmed: string,
  { organizations }: Pick<Channel, 'organizations'>,
): string => {
  const named = kindsIn(confirmed)
  if (!named.includes(invited) || organizations.length === 0) return confirmed
  return [...new Set([...named.filter((kind) => kind !== invited), ...organizations])].join(' ')
}

/** For every sentence that names the readers of a channel, and for every decision that needs their consent. */
export const readersOf = async ({ slack }: Pick<BotDeps, 'slack'>, channel: string): Promise<Readers> => {
  const seen = await slack.channel(channel)
  const { shared, readersUnknown: unknown, organizations: ids } = seen
  if (!shared)
    return { channel, outside: false, key: '', organizations: [], strangers: false, guests: false, unknown }
  const [names, standings] = await Promise.all([
    Promise.all(ids.map((id) => slack.organizationName(id))),
    slack.standings([...(await slack.peopleIn(channel))]),
  ])
  const organizations = names.filter((name) => name !== undefined)
  const guests = standings.includes('guest')
  // Without a name: not in the list of organizations yet, or Slack keeps the name to itself.
  const strangers = organizations.length < ids.length || (ids.length === 0 && !guests && !unknown)
  return { channel, outside: true, key: readersKey(seen), organizations, strangers, guests, unknown }
}
