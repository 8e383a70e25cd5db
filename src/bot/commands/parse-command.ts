import { unknownSubcommand } from '../messages/answers/not-understood.ts'
import { nearest } from './nearest.ts'
import { isSubcommand, type Refused, type SubcommandName, subcommandNames } from './subcommand.ts'
import { subcommands } from './subcommands.ts'

type Table = typeof subcommands
type Read<N extends SubcommandName> = Extract<ReturnType<Table[N]['parse']>, { ok: true }>

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
  if (!isSubcommand(word))
    return { ok: false, refusal: unknownSubcommand({ word: typed, nearest: nearest(word, subcommandNames) }) }
  const read = subcommands[word].parse(trimmed.slice(typed.length).trim())
  // The table pairs each name with its own parser; TypeScript loses the pairing in the union.
  return read.ok ? ({ ...read, name: word } as ParsedCommand) : read
}
