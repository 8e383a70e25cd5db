import type { WebClient } from '@slack/web-api'
import { LRUCache } from 'lru-cache'
import { attempt, unlessHidden } from './attempt.ts'
import { everyPage } from './every-page.ts'
import type { Channel, Slack } from './slack.ts'

const isShared = (facts: Record<string, unknown>): boolean =>
  facts['is_ext_shared'] === true ||
  facts['is_pending_ext_shared'] === true ||
  (Array.isArray(facts['pending_shared']) && facts['pending_shared'].length > 0)

const channelFrom = (id: string, facts: Record<string, unknown>): Channel => ({
  id,
  name: typeof facts['name'] === 'string' ? facts['name'] : id,
  shared: isShared(facts),
  unread: false,
  archived: facts['is_archived'] === true,
  member: facts['is_member'] !== false,
})

/** Unknown visibility counts as shared. */
const hiddenChannel = (id: string, code: string): Channel => ({
  id,
  name: id,
  shared: true,
  unread: true,
  archived: code === 'is_archived',
  member: code !== 'channel_not_found',
})

/** Nobody is in more channels than that; a cursor that never ends would. */
const mostPages = 50

const channelsOf = async (client: WebClient, user: string): Promise<ReadonlySet<string>> => {
  const where = { user, types: 'public_channel,private_channel', exclude_archived: true, limit: 200 }
  const pages = everyPage(
    (page) => attempt('users.conversations', () => client.users.conversations({ ...where, ...page })),
    mostPages,
  )
  const ids = new Set<string>()
  for await (const { channels = [] } of pages) for (const { id } of channels) if (id) ids.add(id)
  return ids
}

type Named = Pick<Channel, 'id' | 'name'>

const mostPublicPages = 3

const publicChannels = async (client: WebClient): Promise<Named[]> => {
  const where = { types: 'public_channel', exclude_archived: true, limit: 1_000 }
  const pages = everyPage(
    (page) => attempt('conversations.list', () => client.conversations.list({ ...where, ...page })),
    mostPublicPages,
  )
  const found: Named[] = []
  for await (const { channels = [] } of pages)
    found.push(...channels.flatMap(({ id, name }) => (id && name ? [{ id, name }] : [])))
  return found
}

/** Channels, remembered for a minute; who reads them is asked anew after `forgetChannel`. */
export const createChannels = (
  client: WebClient,
): Pick<Slack, 'channel' | 'forgetChannel' | 'channelsOf' | 'publicChannels'> => {
  const channels = new LRUCache<string, Channel>({ max: 2_000, ttl: 60_000 })
  const lists = new LRUCache<'public', Named[]>({ max: 1, ttl: 300_000 })
  return {
    channel: async (id) => {
      const cached = channels.get(id)
      if (cached) return cached
      const found = await unlessHidden('conversations.info', () => client.conversations.info({ channel: id }))
      // What could not be read is asked again next time.
      if ('hidden' in found) return hiddenChannel(id, found.hidden.code)
      if (!found.answer.channel) return hiddenChannel(id, '')
      const channel = channelFrom(id, { ...found.answer.channel })
      channels.set(id, channel)
      return channel
    },
    forgetChannel: (id) => void channels.delete(id),
    channelsOf: (user) => channelsOf(client, user),
    publicChannels: async () => {
      const known = lists.get('public') ?? (await publicChannels(client))
      lists.set('public', known)
      return known
    },
  }
}
