/** Control characters but tab and line break, and characters that change the order in which others are shown. */
const unsafe = /[^\P{Cc}\n\t]|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

const escaped = (character: string) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`

/** Names, and what other servers answer, must not steer the operator's terminal. An item of a list is one line. */
const forTerminal = (text: string | readonly string[]): string =>
  typeof text === 'string'
    ? text.replaceAll(unsafe, escaped)
    : text.map((line) => forTerminal(line.replaceAll('\n', ' '))).join('\n')

/** The only way to the terminal, except for the log, whose lines are JSON. */
export const print = (
  text: string | readonly string[],
  stream: Pick<NodeJS.WriteStream, 'write'> = process.stdout,
): void => void stream.write(`${forTerminal(text)}\n`)
