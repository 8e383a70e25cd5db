import { withoutMarkup } from '../../answers/commands/parse/reference.ts'
import {
  refused,
  type Subcommand,
  withoutWords,
  isSubcommand,
  type SubcommandName,
  unknown,
} from '../../answers/commands/subcommand.ts'

export const status: Subcommand<object> = {
  name: 'status',
  summary: 'Shows this channel’s health: its last event, what’s waiting, what failed and why, and API usage.',
  usage: 'status',
  examples: ['status'],
  parse: withoutWords,
}

export const doctor: Subcommand<object> = {
  name: 'doctor',
  summary: 'Checks the whole setup and says how to fix what’s wrong. For workspace admins.',
  usage: 'doctor',
  examples: ['doctor'],
  parse: withoutWords,
}

/** A message's permalink: `…/archives/C0ACME/p1763702400000100?thread_ts=…`. */
const permalink = /\/archives\/([A-Z0-9]+)\/p(\d{10,})(\d{6})(?:[?#]|$)/

export const why: Subcommand<{ channel: string; ts: string }> = {
  name: 'why',
  summary: 'Explains a message: what caused it, what was verified, and when it was posted.',
  usage: 'why <message link>',
  examples: ['why https://vendor.slack.com/archives/C0ACME/p1763702400000100'],
  parse: (text) => {
    const [, channel, seconds, micros] = permalink.exec(withoutMarkup(text.trim())) ?? []
    if (!channel || !seconds || !micros) return refused(why, 'Which message? Paste its link.')
    return { ok: true, channel, ts: `${seconds}.${micros}` }
  },
}

export const help: Subcommand<{ topic: SubcommandName | undefined }> = {
  name: 'help',
  summary: 'Lists every subcommand with an example, or explains one.',
  usage: 'help [subcommand]',
  examples: ['help', 'help subscribe'],
  parse: (text) => {
    const [word = ''] = text.trim().toLowerCase().split(/\s+/)
    if (word === '') return { ok: true, topic: undefined }
    return isSubcommand(word) ? { ok: true, topic: word } : unknown(word)
  },
}

export const waiting: Subcommand<object> = {
  name: 'waiting',
  summary:
    'Lists the tasks that wait on customers, longest first. Outside a subscribed channel, covers all projects.',
  usage: 'waiting',
  examples: ['waiting'],
  parse: withoutWords,
}
