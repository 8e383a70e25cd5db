import { command } from '../kit/ids.ts'
import { line, type Message, message, name } from '../kit/message.ts'

/** `nearest`: the subcommand that is nearly the word, if one is. */
export const unknownSubcommand = (facts: { word: string; nearest?: string | undefined }): Message =>
  message(
    line(
      `${command} has no `,
      name(`“${facts.word}”`),
      facts.nearest === undefined ? '.' : `. Do you mean ${command} ${facts.nearest}?`,
    ),
    `${command} help shows everything it has.`,
  )

interface BadArgumentsFacts {
  /** What is missing or not understood, a sentence. */
  problem: string
  /** With the subcommand's name. */
  usage: string
  example: string
}

/** The subcommand is known, what follows it is not. */
export const badArguments = ({ problem, usage, example }: BadArgumentsFacts): Message =>
  message(line(name(problem)), `Usage: ${command} ${usage}`, `Example: ${command} ${example}`)
