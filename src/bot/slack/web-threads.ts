import { attempt } from './attempt.ts'
import type { SlackClient } from './bolt.ts'
import { everyMessage } from './every-page.ts'
import type { Slack } from './slack.ts'
import { ourMessage, type Said } from './web-delivery.ts'

const seconds = (ms: number) => (Math.max(0, ms) / 1_000).toFixed(6)

type Look = Pick<Slack, 'said' | 'signsOn' | 'thread'>

interface Signed {
  ts?: string
  reactions?: { name?: string; users?: string[] }[]
}

/** Our reactions on a message. */
const signsOf = ({ reactions = [] }: Signed, self: string): string[] =>
  reactions.flatMap(({ name, users }) => (name !== undefined && users?.includes(self) ? [name] : []))

/** Threads under messages of any app, and those named. The ledger knows which are ours. */
export const createThreads = (client: SlackClient, identity: Slack['identity']): Look => ({
  said: async function* ({ channel, sinceMs, rootsSinceMs, threads = [] }) {
    const { userId: self, botId } = await identity()
    const oldest = seconds(sinceMs)
    const seen = (message: Said & Signed & { bot_id?: string }) => ({
      message,
      ours: message.bot_id === botId ? ourMessage(message) : undefined,
      signs: signsOf(message, self),
    })
    const repliesTo = (ts: string) =>
      everyMessage((page) =>
        attempt('conversations.replies', () =>
          client.conversations.replies({
            channel,
            ts,
            oldest,
            limit: 200,
            include_all_metadata: true,
            ...page,
          }),
        ),
      )
    const roots = everyMessage((page) =>
      attempt('conversations.history', () =>
        client.conversations.history({
          channel,
          oldest: seconds(rootsSinceMs),
          limit: 200,
          include_all_metadata: true,
          ...page,
        }),
      ),
    )
    const open = new Set(threads)
    for await (const root of roots) {
      const { ts, bot_id: app, latest_reply: latest } = root
      if (ts === undefined) continue
      if (Number(ts) > Number(oldest)) yield seen(root)
      if (app === undefined || !(Number(latest) > Number(oldest))) continue
      open.delete(ts)
      for await (const reply of repliesTo(ts)) if (reply.ts !== ts) yield seen(reply)
    }
    for (const ts of open) for await (const reply of repliesTo(ts)) if (reply.ts !== ts) yield seen(reply)
  },
  thread: (channel, ts) =>
    everyMessage((page) =>
      attempt('conversations.replies', () =>
        client.conversations.replies({ channel, ts, limit: 200, ...page }),
      ),
    ),
  signsOn: async (channel, threadTs, ts) => {
    const range = { oldest: ts, latest: ts, inclusive: true, limit: 1 }
    const { messages = [] } = await attempt('conversations.replies', () =>
      client.conversations.replies({ channel, ts: threadTs, ...range }),
    )
    const message = messages.find((one) => one.ts === ts)
    return message && signsOf(message, (await identity()).userId)
  },
})
