import type { WebClient } from '@slack/web-api'
import { metadata } from '../messages/ids.ts'
import { attempt } from './attempt.ts'
import { SlackProblem } from './problem.ts'
import type { Slack } from './slack.ts'

/** Slack's clock and ours differ, and a call may be on its way for a while. */
const earlierMs = 10 * 60_000
const laterMs = 15 * 60_000

const seconds = (ms: number) => String(Math.max(0, ms) / 1_000)

interface Page {
  messages?: { ts?: string; metadata?: { event_type?: string; event_payload?: object } }[]
  has_more?: boolean
  response_metadata?: { next_cursor?: string }
}

const deliveryIdOf = (message: NonNullable<Page['messages']>[number] | undefined): string | undefined => {
  const { event_type: type, event_payload: payload } = message?.metadata ?? {}
  const id = (payload as Record<string, unknown> | undefined)?.['delivery_id']
  return type === metadata.delivery && typeof id === 'string' ? id : undefined
}

/** Our messages in Slack, known by the delivery id in their metadata. */
export const createDeliveryLook = (client: WebClient): Pick<Slack, 'findDelivery' | 'deliveryOfRoot'> => {
  const pageOf = (channel: string, threadTs: string | undefined, range: object): Promise<Page> =>
    threadTs === undefined
      ? attempt('conversations.history', () => client.conversations.history({ channel, ...range }))
      : attempt('conversations.replies', () =>
          client.conversations.replies({ channel, ts: threadTs, ...range }),
        )
  return {
    findDelivery: async ({ channel, threadTs, deliveryId, sinceMs }) => {
      const range = {
        oldest: seconds(sinceMs - earlierMs),
        latest: seconds(sinceMs + laterMs),
        limit: 200,
        include_all_metadata: true,
      }
      for (let cursor: string | undefined, first = true; first || cursor; first = false) {
        const page = await pageOf(channel, threadTs, { ...range, ...(cursor && { cursor }) })
        const found = page.messages?.find((message) => deliveryIdOf(message) === deliveryId)
        if (found?.ts !== undefined) return { ts: found.ts }
        cursor = page.response_metadata?.next_cursor
      }
      return undefined
    },
    deliveryOfRoot: async (channel, ts) => {
      const range = { latest: ts, oldest: ts, inclusive: true, limit: 1, include_all_metadata: true }
      try {
        const { messages } = await pageOf(channel, ts, range)
        return deliveryIdOf(messages?.find((message) => message.ts === ts))
      } catch (error) {
        if (error instanceof SlackProblem && error.kind === 'message') return undefined
        throw error
      }
    },
  }
}
