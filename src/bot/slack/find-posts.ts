import { metadata } from '../kit/ids.ts'
import { SlackProblem } from './problem.ts'
import type { SlackClient, SlackClock } from './client.ts'
import { everyMessage, type Messages } from './workspaces.ts'
import type { PostLook, OurMessage } from './slack.ts'

interface SaidWhere {
  channel: string
  sinceMs: number
  rootsSinceMs: number
  threads?: readonly string[]
}

/** Threads under messages of any app, and those named. Our posts say which are ours. */
export const createThreads = (client: SlackClient) => ({
  /**
   * Messages since `sinceMs`, possibly with older ones: in the channel, in threads under apps' messages since
   * `rootsSinceMs`, and in `threads`.
   */
  said: async function* ({ channel, sinceMs, rootsSinceMs, threads = [] }: SaidWhere): AsyncIterable<object> {
    const oldest = seconds(sinceMs)
    const repliesTo = (ts: string) =>
      everyMessage((page) => client.conversations.replies({ channel, ts, oldest, limit: 200, ...page }))
    const roots = everyMessage((page) =>
      client.conversations.history({ channel, oldest: seconds(rootsSinceMs), limit: 200, ...page }),
    )
    const open = new Set(threads)
    for await (const root of roots) {
      const { ts, bot_id: app, latest_reply: latest } = root
      if (ts === undefined) continue
      if (Number(ts) > Number(oldest)) yield root
      if (app === undefined || !(Number(latest) > Number(oldest))) continue
      open.delete(ts)
      for await (const reply of repliesTo(ts)) if (reply.ts !== ts) yield reply
    }
    for (const ts of open) for await (const reply of repliesTo(ts)) if (reply.ts !== ts) yield reply
  },
})

/** Our clock may have been corrected since the call, by at most this much. */
const earlierMs = 24 * 60 * 60_000

const seconds = (ms: number) => (Math.max(0, ms) / 1_000).toFixed(6)

interface Said {
  ts?: string
  metadata?: { event_type?: string; event_payload?: object }
}

const ourMessage = (message: Said | undefined): OurMessage | undefined => {
  const { event_type: type, event_payload: payload } = message?.metadata ?? {}
  const said = (payload ?? {}) as Record<string, unknown>
  const { delivery_id: id } = said
  if (type !== metadata.post || typeof id !== 'string') return undefined
  const named = (kind: unknown, uuid: unknown) =>
    typeof kind === 'string' && typeof uuid === 'string' ? { kind, uuid } : undefined
  return {
    postId: id,
    about: named(said['kind'], said['object_uuid']),
  }
}

type PageOf = (channel: string, threadTs: string | undefined, range: object) => Promise<Messages<Said>>

const pagesOf =
  (client: SlackClient): PageOf =>
  (channel, threadTs, range) =>
    threadTs === undefined
      ? client.conversations.history({ channel, ...range })
      : client.conversations.replies({ channel, ts: threadTs, ...range })

/** Reads everything newer than the call. There is no upper limit, because Slack's clock differs from ours. */
const looking =
  (pageOf: PageOf, clock: SlackClock) =>
  async ({ channel, threadTs, postId, sinceMs }: PostLook): Promise<{ ts: string } | undefined> => {
    const oldest = seconds(clock.at(sinceMs) - earlierMs)
    const range = { oldest, limit: 200, include_all_metadata: true }
    const messages = everyMessage((page) => pageOf(channel, threadTs, { ...range, ...page }))
    for await (const message of messages)
      if (message.ts !== undefined && ourMessage(message)?.postId === postId) return { ts: message.ts }
    return undefined
  }

/** Undefined if the app may not read the place. Throws other failures. */
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

const conversationWith = async (client: SlackClient, user: string): Promise<string | undefined> =>
  (await client.conversations.open({ users: user })).channel?.id

/** Finds our messages by the id in their metadata. */
export const createPostLook = (client: SlackClient, clock: SlackClock) => {
  const pageOf = pagesOf(client)
  const findPost = looking(pageOf, clock)
  return {
    /** Finds the message with this id, posted at or after `sinceMs`. */
    findPost,
    /** Like `findPost`, but also undefined if the app lacks the scope to read the conversation. */
    findDirect: ({ user, postId, sinceMs }: Pick<PostLook, 'postId' | 'sinceMs'> & { user: string }) =>
      unlessForbidden(async () => {
        const channel = isChannel(user) ? user : await conversationWith(client, user)
        const where = { threadTs: undefined, postId, sinceMs }
        return channel === undefined ? undefined : findPost({ channel, ...where })
      }),
    /** The metadata of a thread's root. Undefined if the root is not ours. */
    rootOfThread: async (channel: string, ts: string): Promise<OurMessage | undefined> => {
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
