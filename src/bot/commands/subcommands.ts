import type { HelpEntry } from '../messages/answers/help.ts'
import { help } from './answers.ts'
import { settings, subscribe, subscriptions, unsubscribe } from './channels.ts'
import { create, fields, playbooks, project, projects, set, task } from './projects.ts'
import { comment } from './replies.ts'
import {
  isSubcommand,
  type Refused,
  type Subcommand,
  type SubcommandName,
  subcommandNames,
  unknown,
} from './subcommand.ts'
import { doctor, status, why } from './upkeep.ts'

/** Every subcommand of `/onboard`. A new one is a name in `subcommand.ts`, an entry in its room, and a row here. */
export const subcommands = {
  help,
  projects,
  project,
  create,
  playbooks,
  task,
  comment,
  fields,
  set,
  subscribe,
  unsubscribe,
  subscriptions,
  settings,
  status,
  doctor,
  why,
} as const satisfies Record<SubcommandName, Subcommand<object>>

/** What the help message is given: all rows, or one. */
export const helpEntries = (topic?: SubcommandName): readonly HelpEntry[] =>
  topic === undefined ? subcommandNames.map((name) => subcommands[name]) : [subcommands[topic]]

type Read<N extends SubcommandName> = Extract<ReturnType<(typeof subcommands)[N]['parse']>, { ok: true }>

/** What a person asked for, told apart by `name`; or the refusal to send them. */
export type ParsedCommand = { [N in SubcommandName]: { name: N } & Read<N> }[SubcommandName] | Refused

const helpWords = ['', '?', '-h', '--help']

/**
 * Reads what follows `/onboard` or `@Onboarding`, as Slack sends it (`&amp;`, `<https://…|label>`). Letter case
 * of the subcommand does not matter. Never throws.
 */
export const parseCommand = (text: string): ParsedCommand => {
  const trimmed = text.trim()
  const [typed = ''] = /^\S*/.exec(trimmed) ?? []
  const word = typed.toLowerCase()
  if (helpWords.includes(word)) return { name: 'help', ok: true, topic: undefined }
  if (!isSubcommand(word)) return unknown(typed)
  const read = subcommands[word].parse(trimmed.slice(typed.length).trim())
  // The table pairs each name with its own parser; TypeScript loses the pairing in the union.
  return read.ok ? ({ ...read, name: word } as ParsedCommand) : read
}
