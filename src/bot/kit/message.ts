import type { KnownBlock, RichTextBlock } from '@slack/types'
import { unmarked } from '../../contract/marks.ts'
import { slackLimits } from '../../slack-limits.ts'
import { escape, mrkdwnLink, mrkdwnUrl, dayText } from './mrkdwn.ts'
import {
  bold,
  clean,
  cut,
  cutMrkdwn,
  elementOf,
  type Inline,
  joined,
  name,
  oneLine,
  type Span,
  spansOf,
  textOf,
} from './spans.ts'

export { bold, channel, type Inline, italic, link, name, namedWhole, user, when } from './spans.ts'

/** The common part of `chat.postMessage`, `chat.update`, `chat.postEphemeral` and `respond`. */
export interface Message {
  text: string
  blocks: KnownBlock[]
}

/** A piece of a message: blocks, and its share of `text`. */
export interface Part {
  /** Consecutive lines share one block, which keeps cards small. */
  line?: Span[]
  blocks: KnownBlock[]
  text: string
  /** Cut to the space that other parts leave in `text`. Undefined for parts that are never cut. */
  raw?: string
}

/** The longest quote of words that exist nowhere else. With the author's name it fills one block. */
export const ownWords = 2_600

/** Lines that share a block. */
export const paragraph = (spans: readonly Span[]): RichTextBlock => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements: joined(spans).map(elementOf) }],
})

const lengthOf = (spans: readonly Span[]): number => {
  let length = 0
  for (const span of spans) length += ('text' in span ? escape(span.text).length : 30) + 1
  return length
}

export const line = (...inlines: (Inline | readonly Inline[])[]): Part => {
  const pieces: Inline[] = []
  for (const inline of inlines.flat())
    pieces.push(typeof inline === 'string' ? cut(inline.slice(0, 4_000), 1_000) : inline)
  const spans = spansOf(pieces)
  // Lines are short, but a fact in them may be longer than a block.
  let over = lengthOf(spans) - slackLimits.richText
  while (over > 0) over -= lengthOf(spans.splice(-1))
  return { line: spans, blocks: [], text: spans.map(textOf).join('') }
}

/** A line, written as it is read. A line break in the source is a space. */
export const say = (words: TemplateStringsArray, ...inlines: (Inline | readonly Inline[])[]): Part =>
  line(...words.flatMap((text, at) => [text.replaceAll(/\n\s*/g, ' '), inlines[at]].flat()))

/** Joins with `·` and skips undefined facts. */
export const dotted = (...inlines: Inline[]): Part => {
  const spans: Inline[] = []
  for (const span of spansOf(inlines)) spans.push(spans.length > 0 && ' · ', span)
  return line(spans)
}

/** A quote, cut to about two lines. In `text` it is in quotation marks after `before`. */
export const quote = (author: string, text: string, before = 'In reply to ', most = 240): Part => {
  const words = cut(oneLine(unmarked(text.slice(0, 8 * most))).trim(), most) || '(no text)'
  const spans = [bold(author), ...spansOf([': ', words])]
  return {
    blocks: [{ type: 'rich_text', elements: [{ type: 'rich_text_quote', elements: spans.map(elementOf) }] }],
    text: `${before}${textOf(name(author))}: “${escape(words)}”`,
  }
}

export const note = (text: string): Part => {
  const said = cut(clean(text), 2_000)
  // Slack refuses empty text.
  if (said === '') return { blocks: [], text: '' }
  const element = { type: 'plain_text' as const, text: said, emoji: false }
  return { blocks: [{ type: 'context', elements: [element] }], text: escape(said) }
}

export const heading = (text: string): Part => ({
  blocks: [
    {
      type: 'header',
      text: { type: 'plain_text', text: cut(clean(text), slackLimits.header), emoji: false },
    },
  ],
  text: escape(text),
})

export const divider: Part = { blocks: [{ type: 'divider' }], text: '' }

/** Ends the block, so that later lines start a new one. */
export const gap: Part = { blocks: [], text: '' }

const lineBreak: Span = { kind: 'text', text: '\n', style: {} }

const mergedBlocks = (parts: readonly Part[]): KnownBlock[] => {
  const blocks: KnownBlock[] = []
  let open: Span[] = []
  for (const part of [...parts, gap]) {
    // A line without facts is dropped, without a gap.
    if (part.line?.length === 0) continue
    const isFull = part.line === undefined || lengthOf([...open, ...part.line]) > slackLimits.richText
    if (isFull && open.length > 0) {
      blocks.push(paragraph(open))
      open = []
    }
    if (part.line) open = open.length > 0 ? [...open, lineBreak, ...part.line] : part.line
    blocks.push(...part.blocks)
  }
  return blocks
}

/** `reserved`: the number of characters kept free for other text. */
const mergedText = (parts: readonly Part[], reserved = 0): string => {
  let room = slackLimits.text - reserved
  for (const { text } of parts) room -= text.length + 1
  const texts: string[] = []
  for (const { text, raw } of parts)
    texts.push(raw === undefined ? text : escape(cut(raw, Math.max(room, 500))))
  return texts.filter(Boolean).join('\n')
}

/** Links that only buttons have, to be repeated in `text`. */
const buttonLinks = (blocks: readonly KnownBlock[], text: string): string => {
  const links: string[] = []
  for (const block of blocks)
    for (const element of block.type === 'actions' ? block.elements : []) {
      if (element.type !== 'button' || element.url === undefined) continue
      const isSaid = text.includes(`<${mrkdwnUrl(element.url)}|`)
      if (!isSaid) links.push(mrkdwnLink(element.url, element.text.text))
    }
  return links.join(' · ')
}

/** Limit for `text` plus the JSON of all blocks, safely below what Slack accepts. */
const wholeMost = slackLimits.blocksJson - 1_000

/** Slack counts the escaped JSON of the blocks. */
const blocksFit = ({ text, blocks }: Message): boolean => {
  const length = escape(JSON.stringify(blocks)).length
  return blocks.length <= slackLimits.blocks && Math.min(text.length, slackLimits.text) + length <= wholeMost
}

const fits = (message: Message): boolean => message.text.length <= slackLimits.text && blocksFit(message)

const leftOut: KnownBlock = {
  type: 'context',
  elements: [{ type: 'plain_text', text: 'There’s more than fits in one message.', emoji: false }],
}

/** A last guard after the builders' own limits. Drops blocks from the end; buttons go last. */
export const fitMessage = (message: Message): Message => {
  const text = cutMrkdwn(message.text, slackLimits.text)
  if (blocksFit({ text, blocks: message.blocks })) return { text, blocks: message.blocks }
  const kept = [...message.blocks, leftOut]
  while (!blocksFit({ text, blocks: kept })) {
    const victim = kept.findLastIndex((block) => block !== leftOut && block.type !== 'actions')
    kept.splice(victim < 0 ? 0 : victim, 1)
  }
  return { text, blocks: kept }
}

/** A string becomes a line. */
export type Parts = readonly (Part | string | undefined | false)[]

const whole = (parts: Parts): Message => {
  const shown: Part[] = []
  for (const part of parts) if (part) shown.push(typeof part === 'string' ? line(part) : part)
  const blocks = mergedBlocks(shown)
  const text = mergedText(shown)
  const links = buttonLinks(blocks, text)
  if (links === '') return { text, blocks }
  return { text: `${mergedText(shown, links.length + 1)}\n${links}`, blocks }
}

export const message = (...parts: Parts): Message => fitMessage(whole(parts))

/** A message with as many whole items as fit: at least one, at most `most`. */
export const messageOfMost = <Item>(
  items: readonly Item[],
  most: number,
  parts: (shown: readonly Item[]) => Parts,
): Message => {
  let shown = 1
  let tooMany = Math.min(items.length, most) + 1
  while (tooMany - shown > 1) {
    const between = Math.floor((shown + tooMany) / 2)
    if (fits(whole(parts(items.slice(0, between))))) shown = between
    else tooMany = between
  }
  return message(...parts(items.slice(0, shown)))
}

const plainValue = (value: object): string => {
  const record = value as Record<string, unknown>
  const named = record['label'] ?? record['name'] ?? record['value']
  return named === undefined || typeof named === 'object' ? JSON.stringify(value) : answerText(named)
}

/** Formats a form answer of any type, because the interface does not define one. A day is written out. */
export const answerText = (answer: unknown): string => {
  if (answer === null || answer === undefined || answer === '') return 'no answer'
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No'
  if (typeof answer === 'string') return /^\d{4}-\d{2}-\d{2}$/.test(answer) ? dayText(answer) : answer
  if (typeof answer === 'number' || typeof answer === 'bigint') return String(answer)
  if (Array.isArray(answer)) return answer.length ? answer.map(answerText).join(', ') : 'no answer'
  return typeof answer === 'object' ? plainValue(answer) : 'an answer'
}
