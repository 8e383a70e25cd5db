import type { ReadersFacts } from './messages/readers.ts'
import type { BotDeps } from '../deps/deps.ts'

/** Who reads a channel, besides the team. */
export interface Readers extends ReadersFacts {
  /** Somebody from outside reads it, or Slack did not say who does. */
  outside: boolean
  /** Differs when other outsiders read it: a confirmation counts for those that it named. */
  key: string
}

/** For every sentence that names the readers of a channel, and for every decision that needs their consent. */
export const readersOf = async ({ slack }: Pick<BotDeps, 'slack'>, channel: string): Promise<Readers> => {
  const { shared, readersUnknown: unknown, organizations: ids } = await slack.channel(channel)
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
  const kinds = [...ids].sort()
  if (strangers) kinds.push('others')
  if (guests) kinds.push('guests')
  if (unknown) kinds.push('unknown')
  return { channel, outside: true, key: kinds.join(' '), organizations, strangers, guests, unknown }
}
