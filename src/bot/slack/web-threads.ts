import { attempt } from './attempt.ts'
import type { SlackClient } from './bolt.ts'
import { everyMessage } from './every-page.ts'
import type { Slack } from './slack.ts'

const seconds = (ms: number) => (Math.max(0, ms) / 1_000).toFixed(6)

type Look = Pick<Slack, 'said'>

/** Threads under messages of any app, and those named. The ledger knows which are ours. */
export const createThreads = (client: SlackClient): Look => ({
  said: async function* ({ channel, sinceMs, rootsSinceMs, threads = [] }) {
    const oldest = seconds(sinceMs)
    const repliesTo = (ts: string) =>
      everyMessage((page) =>
        attempt('conversations.replies', () =>
          client.conversations.replies({
            channel,
            ts,
            oldest,
            limit: 200,
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
          ...page,
        }),
      ),
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
