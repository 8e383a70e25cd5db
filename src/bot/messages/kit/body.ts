import type { KnownBlock } from '@slack/types'
import { cut, fitting, slackLimits } from './limits.ts'
import { type Part, richText, section } from './message.ts'
import { clean, spansOf } from './spans.ts'

/** How much of a long text a message shows; the rest is behind *Show more*. */
const bodyShown = 6_000

/** Where a text of this length is cut by `body`; undefined when it is shown whole. */
export const bodyEnd = (text: string): number | undefined => {
  const all = clean(text)
  return fitting(all, bodyShown) === all.length ? undefined : fitting(all, bodyShown - 1)
}

/** What comes after the place that `bodyEnd` named. */
export const bodyRest = (text: string, offset: number): string => clean(text).slice(offset)

/**
 * A text of any length from outside, spread over blocks of at most 3,000 characters. `before` comes in front
 * of it in `text` alone: the eye has the author's name from elsewhere.
 */
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
