import type { WebClient } from '@slack/web-api'
import { ignoring } from './attempt.ts'
import type { Slack } from './slack.ts'

/** Messages pinned to their channel. */
export const createPins = (client: WebClient): Pick<Slack, 'pin' | 'unpin'> => ({
  pin: (channel, timestamp) =>
    ignoring(['already_pinned'], 'pins.add', () => client.pins.add({ channel, timestamp })),
  unpin: (channel, timestamp) =>
    ignoring(['no_pin', 'not_pinned', 'message_not_found'], 'pins.remove', () =>
      client.pins.remove({ channel, timestamp }),
    ),
})
