import { withoutMarkup } from '../../answers/commands/parse/reference.ts'
import { refused, type Subcommand, withoutWords } from '../../answers/commands/subcommand.ts'
import { explainMessage } from './explain-message.ts'
import { runDoctor, showStatus } from './show-status.ts'

const status: Subcommand<object> = {
  name: 'status',
  summary: 'Shows this channel’s health: its last event, what’s waiting, what failed and why, and API usage.',
  usage: 'status',
  examples: ['status'],
  right: 'work',
  parse: withoutWords,
  run: showStatus,
}

const doctor: Subcommand<object> = {
  name: 'doctor',
  summary: 'Checks the whole setup and says how to fix what’s wrong. For workspace admins.',
  usage: 'doctor',
  examples: ['doctor'],
  right: 'administer',
  startedBy: 'work',
  parse: withoutWords,
  run: runDoctor,
}

/** A message's permalink: `…/archives/C0ACME/p1763702400000100?thread_ts=…`. */
const permalink = /\/archives\/([A-Z0-9]+)\/p(\d{10,})(\d{6})(?:[?#]|$)/

const why: Subcommand<{ channel: string; ts: string }> = {
  name: 'why',
  summary: 'Explains a message: what caused it, what was verified, and when it was posted.',
  usage: 'why <message link>',
  examples: ['why https://vendor.slack.com/archives/C0ACME/p1763702400000100'],
  right: 'work',
  parse: (text) => {
    const [, channel, seconds, micros] = permalink.exec(withoutMarkup(text.trim())) ?? []
    if (!channel || !seconds || !micros) return refused(why, 'Which message? Paste its link.')
    return { ok: true, channel, ts: `${seconds}.${micros}` }
  },
  run: explainMessage,
}

export const statusCommands = { status, doctor, why }
