import { badArguments, unknownSubcommand } from '../messages/not-found.ts'
import type { HelpEntry } from '../messages/help.ts'
import type { Message } from '../../kit/message.ts'
import { nearest } from './parse/nearest.ts'

export interface Refused {
  ok: false
  refusal: Message
}

export interface Subcommand<Args extends object> extends HelpEntry {
  /** `text`: what follows the subcommand's name, as Slack sends it. Never throws. */
  parse(text: string): ({ ok: true } & Args) | Refused
}

export const refused = (entry: HelpEntry, problem: string): Refused => ({
  ok: false,
  refusal: badArguments({ problem, usage: entry.usage, example: entry.examples[0] ?? entry.name }),
})

export const withoutWords = () => ({ ok: true }) as const

export const subcommandNames = [
  'help',
  'projects',
  'project',
  'create',
  'playbooks',
  'task',
  'comment',
  'sync',
  'fields',
  'set',
  'subscribe',
  'unsubscribe',
  'subscriptions',
  'settings',
  'waiting',
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
