import type { WebClient } from '@slack/web-api'
import { attempt } from './attempt.ts'
import { everyMessage } from './every-page.ts'
import type { Slack } from './slack.ts'

const seconds = (ms: number) => (Math.max(0, ms) / 1_000).toFixed(6)

/** Reads threads under every app's messages. The caller picks ours from the ledger. */
export const createThreads = (client: WebClient): Pick<Slack, 'saidInThreads'> => ({
  saidInThreads: async function* ({ channel, sinceMs, rootsSinceMs }) {
    const oldest = seconds(sinceMs)
    const roots = everyMessage((page) =>
      attempt('conversations.history', () =>
        client.conversations.history({ channel, oldest: seconds(rootsSinceMs), limit: 200, ...page }),
      ),
    )
    for await (const { ts, bot_id: app, latest_reply: latest } of roots) {
      if (ts === undefined || app === undefined || !(Number(latest) > Number(oldest))) continue
      yield* everyMessage((page) =>
        attempt('conversations.replies', () =>
          client.conversations.replies({ channel, ts, oldest, limit: 200, ...page }),
        ),
      )
    }
  },
})
