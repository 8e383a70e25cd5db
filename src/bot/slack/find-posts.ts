import { metadata } from '../kit/ids.ts'
import { asHidden, SlackProblem } from './problem.ts'
import type { SlackClient, SlackClock } from './client.ts'
import { everyMessage, type Messages } from './workspaces.ts'
import type { PostLook, OurMessage } from './slack.ts'

interface Range {
  channel: string
  sinceMs: number
  rootsSinceMs: number
  threads?: readonly string[]
}

export const createThreads = (client: SlackClient) => ({
  /**
   * Messages since `sinceMs`, possibly with older ones: in the channel, in threads under apps' messages since
   * `rootsSinceMs`, and in `threads`.
   */
  messages: async function* ({ channel, sinceMs, rootsSinceMs, threads = [] }: Range): AsyncIterable<object> {
    const oldest = seconds(sinceMs)
    const repliesTo = (ts: string) =>
      everyMessage(client.conversations.replies, { channel, ts, oldest, limit: 200 })
    const since = { channel, oldest: seconds(rootsSinceMs), limit: 200 }
    const roots = everyMessage(client.conversations.history, since)
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

interface PostedMessage {
  ts?: string
  metadata?: { event_type?: string; event_payload?: object }
}

const ourMessage = (message: PostedMessage | undefined): OurMessage | undefined => {
  const { event_type: type, event_payload: payload } = message?.metadata ?? {}
  const fields = (payload ?? {}) as Record<string, unknown>
  const { delivery_id: id } = fields
  if (type !== metadata.post || typeof id !== 'string') return undefined
  const named = (kind: unknown, uuid: unknown) =>
    typeof kind === 'string' && typeof uuid === 'string' ? { kind, uuid } : undefined
  return {
    postId: id,
    about: named(fields['kind'], fields['object_uuid']),
  }
}

const asGone = (error: unknown): Messages<PostedMessage> => {
  if (error instanceof SlackProblem && error.kind === 'message') return {}
  throw error
}

const isChannel = (id: string) => /^[CG]/.test(id)

export const createPostLook = (client: SlackClient, clock: SlackClock) => {
  const pageOf = (channel: string, ts: string | undefined, range: object): Promise<Messages<PostedMessage>> =>
    ts === undefined
      ? client.conversations.history({ channel, ...range })
      : client.conversations.replies({ channel, ts, ...range })
  /** Reads everything newer than the call. There is no upper limit, because Slack's clock differs from ours. */
  const findPost = async ({ channel, threadTs, postId, sinceMs }: PostLook) => {
    const oldest = seconds(clock.at(sinceMs) - earlierMs)
    const range = { oldest, limit: 200, include_all_metadata: true }
    const messages = everyMessage((args: object) => pageOf(channel, threadTs, args), range)
    for await (const message of messages)
      if (message.ts !== undefined && ourMessage(message)?.postId === postId) return { ts: message.ts }
    return undefined
  }
  const findIn = async ({ user, ...post }: Pick<PostLook, 'postId' | 'sinceMs'> & { user: string }) => {
    const opened = isChannel(user) ? undefined : await client.conversations.open({ users: user })
    const channel = opened ? opened.channel?.id : user
    return channel === undefined ? undefined : findPost({ channel, threadTs: undefined, ...post })
  }
  return {
    findPost,
    /** Also undefined if the app may not read the conversation. */
    findDirect: async (post: Parameters<typeof findIn>[0]) => {
      const found = await findIn(post).catch(asHidden)
      return found instanceof SlackProblem ? undefined : found
    },
    /** A message of a thread, as Slack shows it now. Undefined if it is gone. */
    replyAt: async ({ channel, threadTs, ts }: { channel: string; threadTs: string; ts: string }) => {
      // The thread's first message may come along.
      const range = { latest: ts, oldest: ts, inclusive: true, limit: 15 }
      const { messages } = await pageOf(channel, threadTs, range).catch(asGone)
      return messages?.find((message) => message.ts === ts)
    },
    /** The metadata of a thread's root. Undefined if the root is not ours. */
    rootOfThread: async (channel: string, ts: string): Promise<OurMessage | undefined> => {
      const range = { latest: ts, oldest: ts, inclusive: true, limit: 1, include_all_metadata: true }
      const { messages } = await pageOf(channel, ts, range).catch(asGone)
      return ourMessage(messages?.find((message) => message.ts === ts))
    },
  }
}
