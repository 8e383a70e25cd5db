import { command } from '../kit/ids.ts'
import { line, type Message, message, name } from '../kit/message.ts'

export interface UnknownSubcommandFacts {
  word: string
  /** The word that is nearest, when one is near. */
  nearest?: string | undefined
}

export const unknownSubcommand = ({ word, nearest }: UnknownSubcommandFacts): Message =>
  message(
    line(
      `${command} has no `,
      name(`“${word}”`),
      nearest === undefined ? '.' : `. Do you mean ${command} ${nearest}?`,
    ),
    line(`${command} help shows everything it has.`),
  )
