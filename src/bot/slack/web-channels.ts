import type { WebClient } from '@slack/web-api'
import { LRUCache } from 'lru-cache'
import { attempt, unlessHidden } from './attempt.ts'
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
  const ids = new Set<string>()
  let cursor: string | undefined
  for (let page = 0; page < mostPages; page++) {
    const where = { user, types: 'public_channel,private_channel', exclude_archived: true, limit: 200 }
    const answer = await attempt('users.conversations', () =>
      client.users.conversations({ ...where, ...(cursor && { cursor }) }),
    )
    for (const { id } of answer.channels ?? []) if (id) ids.add(id)
    cursor = answer.response_metadata?.next_cursor
    if (!cursor) break
  }
  return ids
}

/** Channels, remembered for a minute; who reads them is asked anew after `forgetChannel`. */
export const createChannels = (
  client: WebClient,
): Pick<Slack, 'channel' | 'forgetChannel' | 'channelsOf'> => {
  const channels = new LRUCache<string, Channel>({ max: 2_000, ttl: 60_000 })
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
  }
}
