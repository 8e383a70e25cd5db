import { command } from '../kit/ids.ts'
import { line, type Message, message, name } from '../kit/message.ts'

export const unknownSubcommand = (facts: { word: string; nearest?: string | undefined }): Message =>
  message(
    line(
      `${command} has no `,
      name(`“${facts.word}”`),
      facts.nearest === undefined ? '.' : `. Did you mean ${command} ${facts.nearest}?`,
    ),
    `${command} help lists all commands.`,
  )

interface BadArgumentsFacts {
  problem: string
  usage: string
  example: string
}

export const badArguments = ({ problem, usage, example }: BadArgumentsFacts): Message =>
  message(line(name(problem)), `Usage: ${command} ${usage}`, `Example: ${command} ${example}`)
