import type { WebClient } from '@slack/web-api'
import { LRUCache } from 'lru-cache'
import { attempt } from './attempt.ts'
import type { Channel, Slack } from './slack.ts'

type Named = Pick<Channel, 'id' | 'name'>

const pages = 3

const listed = async (client: WebClient): Promise<Named[]> => {
  const found: Named[] = []
  let cursor: string | undefined
  for (let page = 0; page < pages; page++) {
    const asked = { types: 'public_channel', exclude_archived: true, limit: 1_000, ...(cursor && { cursor }) }
    const answer = await attempt('conversations.list', () => client.conversations.list(asked))
    found.push(...(answer.channels ?? []).flatMap(({ id, name }) => (id && name ? [{ id, name }] : [])))
    cursor = answer.response_metadata?.next_cursor
    if (!cursor) break
  }
  return found
}

/** The names of public channels, remembered for five minutes: only remarks are made of them. */
export const createPublicChannels = (client: WebClient): Pick<Slack, 'publicChannels'> => {
  const lists = new LRUCache<'public', Named[]>({ max: 1, ttl: 300_000 })
  return {
    publicChannels: async () => {
      const known = lists.get('public') ?? (await listed(client))
      lists.set('public', known)
      return known
    },
  }
}
