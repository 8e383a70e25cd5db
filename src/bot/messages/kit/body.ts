import type { KnownBlock } from '@slack/types'
import { cut, fitting, slackLimits } from './limits.ts'
import { type Part, richText, section } from './message.ts'
import { clean, spansOf } from './spans.ts'

/** How much of a long text is shown before *Show more*. */
const bodyShown = 6_000

/** Where `body` cuts the text. Undefined if it shows the whole text. */
export const bodyEnd = (text: string): number | undefined => {
  const all = clean(text)
  return fitting(all, bodyShown) === all.length ? undefined : fitting(all, bodyShown - 1)
}

export const bodyRest = (text: string, offset: number): string => clean(text).slice(offset)

/** Splits a text from outside into blocks of 3,000 characters. `before` precedes it only in `text`. */
export const body = (text: string, before = ''): Part => {
  const all = clean(text)
  const shown = cut(all, bodyShown)
  const blocks: KnownBlock[] = []
  let rest = shown
  while (rest !== '') {
    const end = fitting(rest, slackLimits.richText)
    blocks.push(richText(section(spansOf([rest.slice(0, end)]))))
    rest = rest.slice(end)
  }
  return { blocks, text: '', raw: clean(before) + shown }
}
