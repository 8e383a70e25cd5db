import type { KnownBlock } from '@slack/types'
import { slackLimits } from '../../../slack-limits.ts'

export { slackLimits }

/** Of `text` and the JSON of all blocks: well before Slack refuses. */
const wholeMost = slackLimits.blocksJson - 1_000

const ellipsis = '…'

/** How long a character is once `escape` has been over it. */
const escapedLength = (character: string): number =>
  character === '&' ? 5 : character === '<' || character === '>' ? 4 : character.length

/** The length of a text once escaped. */
export const lengthOf = (text: string): number => {
  let length = 0
  for (const character of text) length += escapedLength(character)
  return length
}

/** As `escapedLength`, with what JSON makes longer: two thousand line breaks are four thousand characters. */
const storedLength = (character: string): number =>
  '\n\t"\\'.includes(character) ? 2 : escapedLength(character)

/** How many UTF-16 units of `text` fit into `max`, counted as Slack stores them; never half of a character. */
export const fitting = (text: string, max: number): number => {
  let length = 0
  let end = 0
  for (const character of text) {
    length += storedLength(character)
    if (length > max) return end
    end += character.length
  }
  return end
}

/** `text` when it fits into `max`, else its beginning and `…`, at most `max` long, counted as in `fitting`. */
export const cut = (text: string, max: number): string => {
  if (fitting(text, max) === text.length) return text
  return text.slice(0, fitting(text, max - ellipsis.length)) + ellipsis
}

/** Like `cut`, of text that is mrkdwn already: neither `<…>` nor `&amp;` is cut in two. */
export const cutMrkdwn = (text: string, max: number): string => {
  if (text.length <= max) return text
  const kept = text
    .slice(0, max - ellipsis.length)
    .replace(/<[^>]*$/, '')
    .replace(/&[a-z]{0,3}$/, '')
  return kept.replace(/[\uD800-\uDBFF]$/, '') + ellipsis
}

/** A block as Slack stores it: with its JSON, which counts too, and escaped. */
const blockLength = (block: KnownBlock): number => lengthOf(JSON.stringify(block))

/** What a message is measured by. */
interface Measured {
  text: string
  blocks: readonly KnownBlock[]
}

const wholeLength = ({ text, blocks }: Measured): number =>
  Math.min(text.length, slackLimits.text) + blocks.reduce((sum, block) => sum + blockLength(block), 0)

const blocksFit = (message: Measured): boolean =>
  message.blocks.length <= slackLimits.blocks && wholeLength(message) <= wholeMost

/** Whether `fitMessage` would leave it as it is. */
export const fits = (message: Measured): boolean =>
  message.text.length <= slackLimits.text && blocksFit(message)

const leftOut: KnownBlock = {
  type: 'context',
  elements: [{ type: 'plain_text', text: 'There is more than fits into one message.', emoji: false }],
}

/**
 * The last guard, behind builders that keep to the limits by themselves: of blocks, of `text` and of everything.
 * What does not fit is left out from the end, buttons last, and a line says so.
 */
export const fitMessage = (message: { text: string; blocks: KnownBlock[] }) => {
  const text = cutMrkdwn(message.text, slackLimits.text)
  const kept = [...message.blocks]
  const tooMuch = () => !blocksFit({ text, blocks: kept })
  if (!tooMuch()) return { text, blocks: kept }
  kept.push(leftOut)
  while (tooMuch()) {
    const victim = kept.findLastIndex((block) => block !== leftOut && block.type !== 'actions')
    kept.splice(victim < 0 ? 0 : victim, 1)
  }
  return { text, blocks: kept }
}
