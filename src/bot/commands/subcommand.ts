import { badArguments, unknownSubcommand } from '../messages/answers/not-understood.ts'
import type { HelpEntry } from '../messages/answers/help.ts'
import type { Message } from '../messages/kit/message.ts'
import { nearest } from './parse/nearest.ts'

export interface Refused {
  ok: false
  /** What the person is told, ready to be sent. */
  refusal: Message
}

/** One row of the table: what help says of a subcommand, and how the words behind it are read. */
export interface Subcommand<Args extends object> extends HelpEntry {
  /** `text` is what follows the subcommand's name, as Slack sent it. Never throws. */
  parse(text: string): ({ ok: true } & Args) | Refused
}

export const refused = (entry: HelpEntry, problem: string): Refused => ({
  ok: false,
  refusal: badArguments({ problem, usage: entry.usage, example: entry.examples[0] ?? entry.name }),
})

/** For subcommands that take no words: what follows is not looked at. */
export const withoutWords = () => ({ ok: true }) as const

/** The subcommands there are, in the order of help. */
export const subcommandNames = [
  'help',
  'projects',
  'project',
  'create',
  'playbooks',
  'task',
  'comment',
  'fields',
  'set',
  'subscribe',
  'unsubscribe',
  'subscriptions',
  'settings',
  'status',
  'doctor',
  'why',
] as const
export type SubcommandName = (typeof subcommandNames)[number]

export const isSubcommand = (word: string): word is SubcommandName =>
  (subcommandNames as readonly string[]).includes(word)

export const unknown = (word: string): Refused => ({
  ok: false,
  refusal: unknownSubcommand({ word, nearest: nearest(word, subcommandNames) }),
})
