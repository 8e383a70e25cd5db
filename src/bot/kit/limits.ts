import type { KnownBlock } from '@slack/types'
import { startOf } from '../../contract/text.ts'
import { slackLimits } from '../../slack-limits.ts'

export { slackLimits }

/** Limit for `text` plus the JSON of all blocks, safely below what Slack accepts. */
const wholeMost = slackLimits.blocksJson - 1_000

const ellipsis = '…'

const escapedLength = (character: string): number =>
  character === '&' ? 5 : character === '<' || character === '>' ? 4 : character.length

export const lengthOf = (text: string): number => {
  let length = 0
  for (const character of text) length += escapedLength(character)
  return length
}

/** Also counts JSON escapes: 2,000 line breaks are 4,000 characters. */
const storedLength = (character: string): number =>
  '\n\t"\\'.includes(character) ? 2 : escapedLength(character)

export const storedLengthOf = (text: string): number => {
  let length = 0
  for (const character of text) length += storedLength(character)
  return length
}

/** How many UTF-16 units of `text` fit into `max`, counted as Slack stores them. Never splits a letter. */
export const fitting = (text: string, max: number): number => {
  let length = 0
  let end = 0
  for (const character of text) {
    length += storedLength(character)
    if (length > max) return startOf(text, end).length
    end += character.length
  }
  return end
}

/** The whole text if it fits into `max`, else its beginning with `…`. Counts as `fitting` does. */
export const cut = (text: string, max: number): string => {
  if (fitting(text, max) === text.length) return text
  return text.slice(0, fitting(text, max - ellipsis.length)) + ellipsis
}

/** Like `cut`, for mrkdwn: never splits `<…>` or `&amp;`. */
export const cutMrkdwn = (text: string, max: number): string => {
  if (text.length <= max) return text
  const kept = text
    .slice(0, max - ellipsis.length)
    .replace(/<[^>]*$/, '')
    .replace(/&[a-z]{0,3}$/, '')
  return kept.replace(/[\uD800-\uDBFF]$/, '') + ellipsis
}

interface Measured {
  text: string
  blocks: readonly KnownBlock[]
}

/** Slack counts the escaped JSON of each block. */
const blocksFit = ({ text, blocks }: Measured): boolean => {
  const length = blocks.reduce((sum, block) => sum + lengthOf(JSON.stringify(block)), 0)
  return blocks.length <= slackLimits.blocks && Math.min(text.length, slackLimits.text) + length <= wholeMost
}

export const fits = (message: Measured): boolean =>
  message.text.length <= slackLimits.text && blocksFit(message)

const leftOut: KnownBlock = {
  type: 'context',
  elements: [{ type: 'plain_text', text: 'There’s more than fits in one message.', emoji: false }],
}

/** A last guard after the builders' own limits. Drops blocks from the end; buttons go last. */
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
