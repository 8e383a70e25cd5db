import type { KnownBlock } from '@slack/types'
import type { MarkedBlock } from '../../../contract/text/marks.ts'
import { cut, slackLimits } from '../limits.ts'
import { blocksOf, dropShown, partsOf, shownLength, splitAfter } from './marked-text.ts'
import { type Part, richText, section } from '../message.ts'
import { clean, spansOf } from './spans.ts'

/** How much of a long text is shown before *Show more*. */
const bodyShown = 6_000

/** What `body` shows, and whether there is more. `from` counts shown characters. */
const cutBody = (text: string, from: number) => {
  const all = dropShown(blocksOf(text), from)
  const [, more] = splitAfter(all, bodyShown)
  return more.length === 0
    ? { shown: all, isCut: false }
    : { shown: splitAfter(all, bodyShown - 1)[0], isCut: true }
}

/** Where `body` cuts the text. Undefined if it shows the whole text. */
export const bodyEnd = (text: string, from = 0): number | undefined => {
  const { shown, isCut } = cutBody(text, from)
  return isCut ? from + shownLength(shown) : undefined
}

const withEllipsis = (blocks: readonly MarkedBlock[]): MarkedBlock[] => {
  const last = blocks.at(-1)
  return last ? [...blocks.slice(0, -1), { ...last, pieces: [...last.pieces, { text: '…', style: {} }] }] : []
}

const asTyped = (text: string) => cut(clean(text).trim(), slackLimits.richText - 1) || '(no text)'

/** Splits a text from outside into blocks of 3,000 characters. `before` precedes it only in `text`. */
export const body = (text: string, before = '', from = 0): Part => {
  const { shown, isCut } = cutBody(text, from)
  const blocks: KnownBlock[] = []
  let rest = isCut ? withEllipsis(shown) : shown
  while (rest.length > 0) {
    const [head, more] = splitAfter(rest, slackLimits.richText)
    const parts = partsOf(head)
    if (parts.length > 0) blocks.push(richText(...parts))
    rest = more
  }
  // Backticks around nothing, for example. Slack refuses a message without words.
  if (blocks.length === 0 && from === 0) blocks.push(richText(section(spansOf([asTyped(text)]))))
  const words =
    from === 0 ? clean(text) : shown.flatMap(({ pieces }) => pieces.map((one) => one.text)).join('')
  return { blocks, text: '', raw: clean(before) + words }
}
