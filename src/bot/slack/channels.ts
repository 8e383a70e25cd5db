import type { ConversationsInfoResponse } from '@slack/web-api'
import { LRUCache } from 'lru-cache'
import { lruOptions, everyPageOf, type Workspace, type Workspaces, everyPage } from './workspaces.ts'
import { asHidden, ignoring, isClosed, SlackProblem } from './problem.ts'
import type { SlackClient, SlackClock } from './client.ts'
import type { Channel, Identity, OwnChannel } from './slack.ts'
import type { createPeople, Outsiders } from './people.ts'

type Facts = NonNullable<ConversationsInfoResponse['channel']>

const kindOf = ({ is_im: isDirect, is_mpim: isGroup }: Facts): Channel['kind'] => {
  if (isDirect) return 'direct'
  return isGroup ? 'group direct' : 'channel'
}

interface Seen extends Pick<
  Channel,
  'id' | 'name' | 'kind' | 'external' | 'organizations' | 'archived' | 'member'
> {
  /** People of other organizations can read it; otherwise they are at most invited. */
  connected: boolean
}

const channelFrom = (id: string, facts: Facts): Seen => ({
  id,
  name: facts.name ?? id,
  kind: kindOf(facts),
  connected: facts.is_ext_shared === true,
  external: Boolean(facts.is_ext_shared || facts.is_pending_ext_shared || facts.pending_shared?.length),
  organizations: [...(facts.connected_team_ids ?? []), ...(facts.shared_team_ids ?? [])],
  archived: facts.is_archived === true,
  member: facts.is_member !== false,
})

const unreadable = (found: Seen): Channel => ({
  ...found,
  shared: true,
  strangers: found.connected && found.organizations.length === 0,
  invited: false,
  withGuests: false,
  readersUnknown: found.member && !found.archived ? 'refused' : 'pending',
  members: undefined,
  timeZone: undefined,
})

const hiddenChannel = (id: string, code: string): Channel =>
  unreadable({
    ...channelFrom(id, {}),
    kind: code === 'missing_scope' ? 'hidden' : 'channel',
    external: true,
    archived: code === 'is_archived',
    member: code !== 'channel_not_found' && code !== 'team_access_not_granted',
  })

/** 10,000 people. Larger channels are not read in full, so their readers are unknown. */
const mostMemberPages = 10

/** Undefined if Slack does not list all of them. */
const membersOf = async (client: SlackClient, channel: string): Promise<ReadonlySet<string> | undefined> => {
  const pages = everyPage(client.conversations.members, { channel, limit: 1_000 }, mostMemberPages)
  const ids = new Set<string>()
  let goesOn = false
  try {
    for await (const { members = [], response_metadata: more } of pages) {
      for (const id of members) ids.add(id)
      goesOn = Boolean(more?.next_cursor)
    }
  } catch (error) {
    if (!isClosed(error)) throw error
    return undefined
  }
  return goesOn ? undefined : ids
}

/** Stops an endless cursor. No person is in so many channels. */
const mostPages = 50

const channelsOf = async (
  client: SlackClient,
  user: string,
  workspaces: readonly Workspace[],
): Promise<ReadonlyMap<string, string | undefined>> => {
  const args = { user, types: 'public_channel,private_channel', exclude_archived: true, limit: 200 }
  const pages = everyPageOf(workspaces, client.users.conversations, args, mostPages)
  const names = new Map<string, string | undefined>()
  for await (const { channels = [] } of pages)
    for (const { id, name } of channels) if (id) names.set(id, name)
  return names
}

type Named = Pick<Channel, 'id' | 'name'>

const mostPublicPages = 3

const publicChannels = async (client: SlackClient, covered: Workspaces): Promise<Named[]> => {
  const args = { types: 'public_channel', exclude_archived: true, limit: 1_000 }
  const pages = everyPageOf(await covered.all(), client.conversations.list, args, mostPublicPages)
  const found: Named[] = []
  for await (const { channels = [] } of pages)
    found.push(...channels.flatMap(({ id, name }) => (id && name ? [{ id, name }] : [])))
  return found
}

/** The app may be invited at once, and only one node hears of it. */
const absentMs = 5_000

/** A channel without what is said of its people, which may change at any time. */
interface Looked {
  found: Seen
  creator: string | undefined
  members: ReadonlySet<string>
  /** Who reads it, by what is known of its people. */
  readers?: { channel: Channel } & Omit<Outsiders, 'outsiders'>
}

export const createChannels = (
  client: SlackClient,
  identity: () => Promise<Identity>,
  { outsidersAmong, peopleVersion, person }: ReturnType<typeof createPeople>,
  workspaces: Workspaces,
  clock: SlackClock,
) => {
  const channels = new LRUCache<string, Looked>(lruOptions(2_000, 60_000, clock))
  const lists = new LRUCache<'public', Named[]>(lruOptions(1, 300_000, clock))
  /**
   * A channel with guests counts as shared, because guests would read what is meant for the team. Its organizations are
   * those that Slack lists and those of its people, because Slack may not list all.
   */
  const withReaders = async (looked: Looked) => {
    const { found, creator, members } = looked
    const { userId: self, teamId, enterpriseId } = await identity()
    const people = new Set(members)
    // In an organization, Slack doesn't say which workspace the app's own user belongs to.
    people.delete(self)
    const [first] = people
    const local = creator === self ? first : (creator ?? first)
    const timeZone = local === undefined ? undefined : (await person(local)).timeZone
    const { outsiders, ...until } = await outsidersAmong(people)
    const strangers = outsiders.filter(({ role }) => role === 'stranger')
    const named = [...found.organizations, ...strangers.flatMap(({ organization }) => organization ?? [])]
    const organizations = [...new Set(named)].filter((id) => id !== teamId && id !== enterpriseId)
    const external = found.external || strangers.length > 0
    const isJoined = found.connected || strangers.length > 0
    const withGuests = outsiders.some(({ role }) => role === 'guest')
    const channel: Channel = {
      ...found,
      members,
      timeZone,
      external,
      organizations: isJoined ? organizations : [],
      strangers:
        strangers.some(({ organization }) => organization === undefined) ||
        (isJoined && organizations.length === 0),
      invited: external && !isJoined,
      withGuests,
      shared: external || outsiders.length > 0,
      readersUnknown: !external && outsiders.length > 0 && !withGuests && 'pending',
    }
    looked.readers = { channel, ...until }
    return channel
  }
  const channel = async (id: string): Promise<Channel> => {
    const cached = channels.get(id)
    const known = cached?.readers
    if (known && known.version === peopleVersion() && clock.ticks() < known.freshUntil) return known.channel
    if (cached) return withReaders(cached)
    const answer = await client.conversations.info({ channel: id }).catch(asHidden)
    // Failed look-ups are not cached.
    if (answer instanceof SlackProblem) return hiddenChannel(id, answer.code)
    if (!answer.channel) return hiddenChannel(id, '')
    const found = channelFrom(id, answer.channel)
    const members = await membersOf(client, id)
    if (!members) return unreadable(found)
    const looked: Looked = { found, members, creator: answer.channel.creator || undefined }
    const seen = await withReaders(looked)
    channels.set(id, looked, found.member ? {} : { ttl: absentMs })
    return seen
  }
  /** A person is in few workspaces of a large organization, so only those are asked about. */
  const workspacesOf = async (user: string) => {
    const all = await workspaces.all()
    const own = all.length > 1 ? (await person(user)).workspaces : undefined
    return own ? all.filter(({ team_id: id = '' }) => own.includes(id)) : all
  }
  const ofPerson = async (user: string) => channelsOf(client, user, await workspacesOf(user))
  return {
    /**
     * Cached for a minute (five seconds if the app isn't in it), or until `forgetChannel`. A channel that cannot be read
     * counts as shared.
     */
    channel,
    forgetChannel: (id: string): void => void channels.delete(id),
    /** Names by id. Undefined if Slack doesn't send the name. */
    channelsOf: ofPerson,
    isIn: async (id: string, user: string): Promise<boolean> =>
      (await channel(id)).members?.has(user) || (await ofPerson(user)).has(id),
    /** The first 3,000 public channels, without archived ones. Cached for five minutes. */
    publicChannels: async (): Promise<readonly Named[]> => {
      const cached = lists.get('public')
      if (cached) return cached
      const found = await publicChannels(client, workspaces)
      lists.set('public', found)
      return found
    },
  }
}

/** Slack's clock and ours are corrected at different times. */
const earlierMs = 600_000

/** Each method needs an optional scope. */
export const createManaging = (client: SlackClient, clock: SlackClock, self: () => Promise<Identity>) => ({
  /** The app is in the new channel. Slack refuses a name that is taken. */
  createChannel: async ({ name, isPrivate }: { name: string; isPrivate: boolean }) => {
    const { channel } = await client.conversations.create({ name, is_private: isPrivate })
    return { id: channel?.id ?? '' }
  },
  /** With archived ones, whose names stay taken. `sinceMs`: by our clock. */
  ownChannels: async (sinceMs: number): Promise<readonly OwnChannel[]> => {
    const { userId } = await self()
    const since = (clock.at(sinceMs) - earlierMs) / 1_000
    const types = 'public_channel,private_channel'
    const pages = everyPage(client.users.conversations, { user: userId, types, limit: 200 }, mostPages)
    const found: OwnChannel[] = []
    for await (const { channels = [] } of pages)
      for (const { id, name, creator, created = 0, previous_names: formerNames = [] } of channels)
        if (id && name) found.push({ id, name, formerNames, isNew: creator === userId && created >= since })
    return found
  },
  setTopic: async (channel: string, topic: string): Promise<void> => {
    await client.conversations.setTopic({ channel, topic })
  },
  /** Also succeeds when the person is already in it. */
  invite: (channel: string, user: string): Promise<void> =>
    ignoring(['already_in_channel'], client.conversations.invite({ channel, users: user })),
  /** Slack Connect: Slack sends an email. The person may only write there, and not invite others. */
  inviteByEmail: async (channel: string, email: string): Promise<void> => {
    await client.conversations.inviteShared({ channel, emails: [email] })
  },
  /** Also succeeds when it is already archived. */
  archive: (channel: string): Promise<void> =>
    ignoring(['already_archived'], client.conversations.archive({ channel })),
})
