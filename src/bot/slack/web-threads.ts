import type { WebClient } from '@slack/web-api'
import { attempt } from './attempt.ts'
import type { Slack } from './slack.ts'

const seconds = (ms: number) => (Math.max(0, ms) / 1_000).toFixed(6)

interface Page {
  messages?: object[]
  response_metadata?: { next_cursor?: string }
}

/** Every page of a list, the first to the last. */
async function* all(read: (cursor: { cursor?: string }) => Promise<Page>): AsyncGenerator<object> {
  for (let cursor: string | undefined, first = true; first || cursor; first = false) {
    const page = await read(cursor ? { cursor } : {})
    yield* page.messages ?? []
    cursor = page.response_metadata?.next_cursor
  }
}

interface Root {
  ts?: string
  bot_id?: string
  latest_reply?: string
}

/** What was said in threads under messages of apps; ours among them are for the ledger to tell. */
export const createThreads = (client: WebClient): Pick<Slack, 'saidInThreads'> => ({
  saidInThreads: async function* ({ channel, sinceMs, rootsSinceMs }) {
    const oldest = seconds(sinceMs)
    const roots = all((page) =>
      attempt('conversations.history', () =>
        client.conversations.history({ channel, oldest: seconds(rootsSinceMs), limit: 200, ...page }),
      ),
    )
    for await (const { ts, bot_id: app, latest_reply: latest } of roots as AsyncGenerator<Root>) {
      if (ts === undefined || app === undefined || !(Number(latest) > Number(oldest))) continue
      yield* all((page) =>
        attempt('conversations.replies', () =>
          client.conversations.replies({ channel, ts, oldest, limit: 200, ...page }),
        ),
      )
    }
  },
})
