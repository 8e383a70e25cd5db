import type { KnownBlock } from '@slack/types'
import { startOf } from '../../contract/text.ts'
import { slackLimits } from '../../slack-limits.ts'
import { escape } from './mrkdwn.ts'

export { slackLimits }

/** Limit for `text` plus the JSON of all blocks, safely below what Slack accepts. */
const wholeMost = slackLimits.blocksJson - 1_000

const ellipsis = '…'

/** Counts JSON escapes, too: 2,000 line breaks are 4,000 characters. */
export const storedLengthOf = (text: string): number =>
  escape(text).length + (text.match(/[\n\t"\\]/g)?.length ?? 0)

/** An ampersand is stored as `&amp;`. */
const mostForOne = 5

/** How many UTF-16 units of `text` fit into `max`, counted as Slack stores them. Never splits a letter. */
export const fitting = (text: string, max: number): number => {
  let end = Math.min(text.length, max)
  let over = storedLengthOf(text.slice(0, end)) - max
  while (over > 0) {
    end -= Math.ceil(over / mostForOne)
    over = storedLengthOf(text.slice(0, end)) - max
  }
  return startOf(text, end).length
}

/** The whole text if it fits into `max`, else its beginning with `…`. Counts as `fitting` does. */
export const cut = (text: string, max: number): string => {
  if (text.length <= max && storedLengthOf(text) <= max) return text
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

/** Slack counts the escaped JSON of the blocks. */
const blocksFit = ({ text, blocks }: Measured): boolean => {
  const length = escape(JSON.stringify(blocks)).length
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
  if (blocksFit({ text, blocks: message.blocks })) return { text, blocks: message.blocks }
  const kept = [...message.blocks, leftOut]
  while (!blocksFit({ text, blocks: kept })) {
    const victim = kept.findLastIndex((block) => block !== leftOut && block.type !== 'actions')
    kept.splice(victim < 0 ? 0 : victim, 1)
  }
  return { text, blocks: kept }
}
