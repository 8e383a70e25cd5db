import type { LinkUnfurls } from '@slack/types'
import { attempt } from './attempt.ts'
import type { SlackClient } from './bolt.ts'
import type { Slack } from './slack.ts'

/** Canvases and the composer show `preview`. */
export const createUnfurl = (client: SlackClient): Pick<Slack, 'unfurl'> => ({
  unfurl: async ({ channel, ts, cards, entities = [] }) => {
    const unfurls: LinkUnfurls = Object.fromEntries(
      cards.map(({ url, title, text, blocks }) => [
        url,
        {
          blocks: [...blocks],
          fallback: text,
          preview: { type: 'plain_text', title: { type: 'plain_text', text: title, emoji: false } },
        },
      ]),
    )
    const metadata = { entities: [...entities] }
    await attempt('chat.unfurl', () =>
      client.chat.unfurl({ channel, ts, unfurls, ...(entities.length > 0 && { metadata }) }),
    )
  },
})
