import { metadata } from '../kit/ids.ts'
import { asHidden, SlackProblem } from './problem.ts'
import type { SlackClient, SlackClock } from './client.ts'
import type { Messages } from './workspaces.ts'
import { isChannelId, type PostLook, type OurMessage, type LookAt, type Search } from './slack.ts'

const pageSize = 200

interface Since {
  channel: string
  sinceMs: number
  cursor: string | undefined
}

const cursorOf = ({ response_metadata: more }: Messages<unknown>) => more?.next_cursor || undefined

/** What is read is a page, so that a search can go on later: some apps may read one a minute. Newest messages first. */
export const createThreads = (client: SlackClient) => ({
  /** A page of a channel's messages, with the threads under apps' messages that got a reply since `repliesSinceMs`. */
  rootsSince: async ({ channel, sinceMs, cursor, repliesSinceMs }: Since & { repliesSinceMs: number }) => {
    const range = { channel, oldest: seconds(sinceMs), limit: pageSize, ...(cursor && { cursor }) }
    const page = await client.conversations.history(range)
    const oldest = Number(seconds(repliesSinceMs))
    const threads = (page.messages ?? []).flatMap(({ ts, bot_id: app, latest_reply: latest }) =>
      ts !== undefined && app !== undefined && Number(latest) > oldest ? [ts] : [],
    )
    return { messages: page.messages ?? [], threads, next: cursorOf(page) }
  },
  /** A page of a thread's replies since `sinceMs`, possibly with older ones. */
  repliesSince: async ({ channel, sinceMs, cursor, ts }: Since & { ts: string }) => {
    const range = { channel, ts, oldest: seconds(sinceMs), limit: pageSize, ...(cursor && { cursor }) }
    const page = await client.conversations.replies(range)
    return { messages: (page.messages ?? []).filter((reply) => reply.ts !== ts), next: cursorOf(page) }
  },
})

/** Slack's clock is known to about a second. */
const nearMs = 60_000
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

type Direct = Pick<PostLook, 'postId' | 'sinceMs'> & { user: string }

export const createPostLook = (client: SlackClient, clock: SlackClock) => {
  const pageOf = (channel: string, ts: string | undefined, range: object): Promise<Messages<PostedMessage>> =>
    ts === undefined
      ? client.conversations.history({ channel, ...range })
      : client.conversations.replies({ channel, ts, ...range })
  const readPage = ({ channel, threadTs, sinceMs }: PostLook, { earlier, cursor }: LookAt) => {
    const at = clock.at(sinceMs)
    const range = earlier
      ? { oldest: seconds(at - earlierMs), latest: seconds(at - nearMs) }
      : { oldest: seconds(at - nearMs) }
    const args = { ...range, limit: pageSize, include_all_metadata: true, ...(cursor && { cursor }) }
    return pageOf(channel, threadTs, args)
  }
  /**
   * Reads everything since the call, then a day before it, in case our clock was corrected. There is no upper limit,
   * because Slack's clock differs from ours. The search begins at `from`, and `reached` hears how far it came.
   */
  const findPost = async (look: PostLook, { from, reached, onlySince = false }: Search = {}) => {
    for (let at: LookAt | undefined = from ?? { earlier: false }; at;) {
      const page = await readPage(look, at).catch((error: unknown) => {
        // A cursor is over after a while: the next attempt starts at the first page.
        if (error instanceof SlackProblem && error.code === 'invalid_cursor') reached?.(undefined)
        throw error
      })
      const found = page.messages?.find((message) => ourMessage(message)?.postId === look.postId)
      if (found?.ts !== undefined) return { channel: look.channel, ts: found.ts }
      const cursor = cursorOf(page)
      const isOver: boolean = at.earlier || onlySince
      at = cursor ? { ...at, cursor } : isOver ? undefined : { earlier: true }
      reached?.(at)
    }
    return undefined
  }
  const findIn = async ({ user, ...post }: Direct, search?: Search) => {
    const opened = isChannelId(user) ? undefined : await client.conversations.open({ users: user })
    const channel = opened ? opened.channel?.id : user
    return channel === undefined ? undefined : findPost({ channel, threadTs: undefined, ...post }, search)
  }
  return {
    findPost,
    /** Also undefined if the app may not read the conversation. */
    findDirect: async (post: Direct, search?: Search) => {
      const found = await findIn(post, search).catch(asHidden)
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
