import { startOf } from '../../../contract/text/start-of.ts'

/** Where to break a text longer than `room`: after a paragraph, else a line, else a word, else anywhere. */
const breakAt = (text: string, room: number): number => {
  for (const mark of ['\n\n', '\n', ' ']) {
    const found = text.lastIndexOf(mark, room - mark.length)
    // A break in the first half would make too many small parts.
    if (found >= room / 2) return found + mark.length
  }
  return startOf(text, room).length
}

/** Room for the marks of up to 999 parts. */
const markLength = '(999/999) '.length

/** The backticks of a block of code that the part leaves open. */
const openTicks = (part: string): string => {
  let open = ''
  for (const [run] of part.matchAll(/(?<!`)`{3,6}(?!`)/g)) open = open === '' ? run : open === run ? '' : open
  return open
}

/** Room to close a block of code. The next part opens it again. */
const closing = (text: string): number => (text.includes('```') ? '\n``````'.length : 0)

/** Parts of at most `max` characters (at least 40), marked `(1/3) `. Text that fits stays unmarked. */
export const splitText = (text: string, max: number): string[] => {
  if (text.length <= max) return [text]
  const room = Math.max(max, 40) - markLength - closing(text)
  const parts: string[] = []
  let rest = text
  while (rest.length > room) {
    const end = breakAt(rest, room)
    const part = rest.slice(0, end)
    const ticks = openTicks(part)
    parts.push(ticks === '' ? part : `${part.replace(/\n$/, '')}\n${ticks}`)
    rest = (ticks === '' ? '' : `${ticks}\n`) + rest.slice(end)
  }
  if (rest) parts.push(rest)
  return parts.map((part, index) => `(${index + 1}/${parts.length}) ${part}`)
}
