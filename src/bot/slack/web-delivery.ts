import type { WebClient } from '@slack/web-api'
import { metadata } from '../messages/kit/ids.ts'
import { attempt } from './attempt.ts'
import { everyMessage, type Messages } from './every-page.ts'
import { SlackProblem } from './problem.ts'
import type { OurMessage, Slack } from './slack.ts'

/** Allows for different clocks and a slow call. */
const earlierMs = 10 * 60_000
const laterMs = 15 * 60_000

const seconds = (ms: number) => String(Math.max(0, ms) / 1_000)

interface Said {
  ts?: string
  metadata?: { event_type?: string; event_payload?: object }
}

const ourMessage = (message: Said | undefined): OurMessage | undefined => {
  const { event_type: type, event_payload: payload } = message?.metadata ?? {}
  const { delivery_id: id, kind, object_uuid: uuid } = (payload ?? {}) as Record<string, unknown>
  if (type !== metadata.delivery || typeof id !== 'string') return undefined
  const about = typeof kind === 'string' && typeof uuid === 'string' ? { kind, uuid } : undefined
  return { deliveryId: id, about }
}

type PageOf = (channel: string, threadTs: string | undefined, range: object) => Promise<Messages<Said>>

const pagesOf =
  (client: WebClient): PageOf =>
  (channel, threadTs, range) =>
    threadTs === undefined
      ? attempt('conversations.history', () => client.conversations.history({ channel, ...range }))
      : attempt('conversations.replies', () =>
          client.conversations.replies({ channel, ts: threadTs, ...range }),
        )

const look =
  (pageOf: PageOf): Slack['findDelivery'] =>
  async ({ channel, threadTs, deliveryId, sinceMs, untilMs = sinceMs + laterMs }) => {
    const range = {
      oldest: seconds(sinceMs - earlierMs),
      latest: seconds(untilMs),
      limit: 200,
      include_all_metadata: true,
    }
    const messages = everyMessage((page) => pageOf(channel, threadTs, { ...range, ...page }))
    for await (const message of messages)
      if (message.ts !== undefined && ourMessage(message)?.deliveryId === deliveryId)
        return { ts: message.ts }
    return undefined
  }

/** Undefined when the app may not read the place; other failures are thrown. */
const unlessForbidden = async <R>(work: () => Promise<R>): Promise<R | undefined> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SlackProblem && ['scope', 'channel', 'refused'].includes(error.kind))
      return undefined
    throw error
  }
}

const isChannel = (id: string) => /^[CG]/.test(id)

const conversationWith = async (client: WebClient, user: string): Promise<string | undefined> =>
  (await attempt('conversations.open', () => client.conversations.open({ users: user }))).channel?.id

type Looks = Pick<Slack, 'findDelivery' | 'rootOfThread' | 'findDirect'>

/** Finds our messages by the delivery id in their metadata. */
export const createDeliveryLook = (client: WebClient): Looks => {
  const pageOf = pagesOf(client)
  const findDelivery = look(pageOf)
  return {
    findDelivery,
    findDirect: ({ user, deliveryId, sinceMs }) =>
      unlessForbidden(async () => {
        const channel = isChannel(user) ? user : await conversationWith(client, user)
        const where = { threadTs: undefined, deliveryId, sinceMs, untilMs: Date.now() + laterMs }
        return channel === undefined ? undefined : findDelivery({ channel, ...where })
      }),
    rootOfThread: async (channel, ts) => {
      const range = { latest: ts, oldest: ts, inclusive: true, limit: 1, include_all_metadata: true }
      try {
        const { messages } = await pageOf(channel, ts, range)
        return ourMessage(messages?.find((message) => message.ts === ts))
      } catch (error) {
        if (error instanceof SlackProblem && error.kind === 'message') return undefined
        throw error
      }
    },
  }
}
