import { unescape } from '../messages/kit/mrkdwn.ts'
import { refused, type Subcommand } from './subcommand.ts'

/** `…/archives/C0ACME/p1763702400000100?thread_ts=…`: Slack's own form of a message's link. */
const permalink = /\/archives\/([A-Z0-9]+)\/p(\d{10,})(\d{6})(?:[?#]|$)/

export const why: Subcommand<{ channel: string; ts: string }> = {
  name: 'why',
  summary:
    'Says of a message which event and subscription caused it, what was verified, and when it was posted.',
  usage: 'why <message link>',
  examples: ['why https://vendor.slack.com/archives/C0ACME/p1763702400000100'],
  parse: (text) => {
    const [, target = text] = /^<([^<>|]+)(?:\|[^<>]*)?>$/.exec(text.trim()) ?? []
    const [, channel, seconds, micros] = permalink.exec(unescape(target).trim()) ?? []
    if (!channel || !seconds || !micros) return refused(why, 'Which message? Paste its link.')
    return { ok: true, channel, ts: `${seconds}.${micros}` }
  },
}
