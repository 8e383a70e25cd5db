import { badArguments } from './messages/not-found.ts'
import type { HelpEntry } from './messages/help.ts'
import type { Message } from '../kit/message.ts'
import type { BotDeps } from '../deps/deps.ts'
import type { Here } from '../audience/actor.ts'
import type { Right } from '../audience/may.ts'
import type { Answer } from './answer.ts'

export interface Refused {
  ok: false
  refusal: Message
}

export interface CommandInput {
  text: string
  triggerId: string
  /** Where a mention or a press was, if in a thread. */
  threadTs?: string | undefined
}

/** A mention has no trigger id, so it can't open a dialog. */
export const isMention = ({ triggerId }: Pick<CommandInput, 'triggerId'>): boolean =>
  triggerId.startsWith('mention:')

/** A row of the table of subcommands. */
export interface Subcommand<Args extends object> extends HelpEntry {
  /** Access to its object is checked again at the look-up. */
  right: Right
  /** Who may start it and finds it in the help, if that is not `right`: its answer says what is missing. */
  startedBy?: Right
  /** It opens a dialog, which a mention cannot. */
  opensDialog?: true
  /** `text`: what follows the subcommand's name, as Slack sends it. Never throws. */
  parse(text: string): ({ ok: true } & Args) | Refused
  run(deps: BotDeps, actor: Here, args: Args, input: CommandInput): Promise<Answer | undefined>
}

export const refused = (entry: HelpEntry, problem: string): Refused => ({
  ok: false,
  refusal: badArguments({ problem, usage: entry.usage, example: entry.examples[0] ?? entry.name }),
})

export const withoutWords = () => ({ ok: true }) as const
