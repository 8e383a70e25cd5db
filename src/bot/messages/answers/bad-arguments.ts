import { command } from '../kit/ids.ts'
import { line, type Message, message, name } from '../kit/message.ts'

export interface BadArgumentsFacts {
  /** What is missing or not understood, a sentence. */
  problem: string
  /** With the subcommand's name. */
  usage: string
  example: string
}

/** The subcommand is known, what follows it is not. */
export const badArguments = ({ problem, usage, example }: BadArgumentsFacts): Message =>
  message(line(name(problem)), line(`Usage: ${command} ${usage}`), line(`Example: ${command} ${example}`))
