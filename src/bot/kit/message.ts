import { entered, isBlank } from '../../contract/text.ts'
import type { KnownBlock, RichTextElement, RichTextLink, RichTextText } from '@slack/types'
import { type Style, unmarked } from '../../contract/marks.ts'
import { slackLimits } from '../../slack-limits.ts'
import {
  calendarDay,
  clean,
  cut,
  cutMrkdwn,
  dayText,
  escape,
  fitting,
  instantText,
  isUrl,
  mrkdwnLink,
  oneLine,
} from './text.ts'

/** The common part of `chat.postMessage`, `chat.update`, `chat.postEphemeral` and `respond`. */
export interface Message {
  text: string
  blocks: KnownBlock[]
}

export type Link = RichTextLink & { text: string }

/** What a line is made of. Blocks and `text` are both made from it, so they always agree. */
type Element = RichTextText | Link | Extract<RichTextElement, { type: 'date' | 'user' | 'channel' }>

/** A string is literal text. Undefined and false are skipped. */
export type Inline = string | Element | undefined | false

/** Longer names are cut with `…`. The tracker's own limit is 150. */
const nameLength = 300

/** A name from outside in one line, never empty. Cuts very long input first, to save time. */
export const name = (text: string, style?: Style): RichTextText => {
  const words = cut(oneLine(text.slice(0, 4 * nameLength)), nameLength)
  return { type: 'text', text: isBlank(words) ? '(no name)' : words, ...(style && { style }) }
}
/** Whether `name` shows the whole text. */
export const namedWhole = (text: string): boolean =>
  fitting(oneLine(text).trim(), nameLength) >= oneLine(text).trim().length
export const bold = (text: string): RichTextText => name(text, { bold: true })
export const italic = (text: string): RichTextText => name(text, { italic: true })
/** Returns the words as text if they are not a Slack user id. */
export const user = (id: string): Element =>
  /^[UW][A-Z0-9]{2,20}$/.test(id) ? { type: 'user', user_id: id } : name(id)
export const channel = (id: string): Element =>
  /^[CGD][A-Z0-9]{2,20}$/.test(id) ? { type: 'channel', channel_id: id } : name(id)

/** Plain text if Slack would refuse the URL. */
export const link = (url: string | undefined, text: string, style?: Style): Link | RichTextText =>
  isUrl(url) ? { ...name(text, style), type: 'link', url } : name(text, style)

/** An instant in the reader's time zone, or a calendar day (`2026-12-31`), which that would shift, in words. */
export const when = (date: string | number): Element => {
  const ms = typeof date === 'number' ? date : Date.parse(date)
  if (Number.isNaN(ms) || calendarDay.test(String(date))) return name(dayText(String(date)))
  const format = '{date_short_pretty} {time}'
  return { type: 'date', timestamp: Math.floor(ms / 1000), format, fallback: instantText(ms) }
}

/** An element's share of `text`. */
const textOf = (element: Element): string => {
  switch (element.type) {
    case 'text':
      return escape(element.text)
    case 'link':
      return mrkdwnLink(element.url, element.text)
    case 'date':
      return `<!date^${element.timestamp}^${element.format}|${element.fallback ?? ''}>`
    case 'user':
      return `<@${element.user_id}>`
    case 'channel':
      return `<#${element.channel_id}>`
  }
}

/** A piece of a message: blocks, and their share of its `text`. It is no message: Slack would refuse a line without blocks. */
export interface Part {
  /** Consecutive lines share one block, which keeps cards small. `length`: in the block, as Slack stores it. */
  line?: { elements: Element[]; length: number }
  blocks: KnownBlock[]
  said: string
  /** Cut to the space that other parts leave in `text`. Undefined for parts that are never cut. */
  raw?: string
  /** Links of buttons, as mrkdwn. `text` ends with those that no other part has. */
  links?: string[]
}

/** Lines are short, but a fact may not fit into a block. Then the line ends before it. */
export const line = (...inlines: (Inline | readonly Inline[])[]): Part => {
  const elements: Element[] = []
  let length = 0
  let text = ''
  for (const inline of inlines.flat()) {
    if (!inline) continue
    const element: Element =
      typeof inline === 'string' ? { type: 'text', text: clean(cut(inline.slice(0, 4_000), 1_000)) } : inline
    const words = textOf(element)
    // Only control characters, for example. Slack refuses empty text.
    if (words === '') continue
    const more = ('text' in element ? escape(element.text).length : 30) + 1
    if (length + more > slackLimits.richText) break
    elements.push(element)
    length += more
    text += words
  }
  return { line: { elements, length }, blocks: [], said: text }
}

/** A line, written as it is read. A line break in the source is a space. */
export const say = (words: TemplateStringsArray, ...inlines: (Inline | readonly Inline[])[]): Part =>
  line(...words.flatMap((text, at) => [text.replaceAll(/\n\s*/g, ' '), inlines[at]].flat()))

/** Joins with `·` and skips undefined facts. */
export const dotted = (...inlines: Inline[]): Part => {
  const all: Inline[] = []
  for (const inline of inlines) if (inline) all.push(all.length > 0 && ' · ', inline)
  return line(all)
}

/** A quote, cut to about two lines. In `text` it is in quotation marks after `before`. */
export const quote = (author: string, text: string, before = 'In reply to ', most = 240): Part => {
  const words = cut(entered(oneLine(unmarked(text.slice(0, 8 * most)))), most) || '(no text)'
  const elements: Element[] = [bold(author), { type: 'text', text: `: ${words}` }]
  return {
    blocks: [{ type: 'rich_text', elements: [{ type: 'rich_text_quote', elements }] }],
    said: `${before}${escape(name(author).text)}: “${escape(words)}”`,
  }
}

export const note = (text: string): Part => {
  const words = cut(clean(text), 2_000)
  // Slack refuses empty text.
  if (isBlank(words)) return { blocks: [], said: '' }
  const element = { type: 'plain_text' as const, text: words, emoji: false }
  return { blocks: [{ type: 'context', elements: [element] }], said: escape(words) }
}

export const heading = (text: string): Part => ({
  blocks: [
    {
      type: 'header',
      text: { type: 'plain_text', text: cut(clean(text), slackLimits.header), emoji: false },
    },
  ],
  said: escape(text),
})

export const divider: Part = { blocks: [{ type: 'divider' }], said: '' }

/** Ends the block, so that later lines start a new one. */
export const gap: Part = { blocks: [], said: '' }

/** Plain neighbors become one element: Slack counts elements, and the JSON around them. */
export const addTo = (elements: Element[], element: Element): void => {
  const last = elements.at(-1)
  const isPlain = last?.type === 'text' && element.type === 'text' && !last.style && !element.style
  if (isPlain) elements[elements.length - 1] = { type: 'text', text: last.text + element.text }
  else elements.push(element)
}

const mergedBlocks = (parts: readonly Part[]): KnownBlock[] => {
  const blocks: KnownBlock[] = []
  let open: Part['line']
  for (const { line, blocks: own } of parts) {
    if (!line) {
      open = undefined
      blocks.push(...own)
      continue
    }
    // A line without facts is dropped, without a gap.
    if (line.elements.length === 0) continue
    if (open && open.length + line.length <= slackLimits.richText) {
      addTo(open.elements, { type: 'text', text: '\n' })
      open.length += 2
    } else {
      open = { elements: [], length: 0 }
      blocks.push({ type: 'rich_text', elements: [{ type: 'rich_text_section', elements: open.elements }] })
    }
    for (const element of line.elements) addTo(open.elements, element)
    open.length += line.length
  }
  return blocks
}

/** Limit for `text` plus the JSON of all blocks, safely below what Slack accepts. */
const wholeMost = slackLimits.blocksJson - 1_000

/** Slack counts the escaped JSON of the blocks. */
const fits = ({ text, blocks }: Message): boolean =>
  text.length <= slackLimits.text &&
  blocks.length <= slackLimits.blocks &&
  text.length + escape(JSON.stringify(blocks)).length <= wholeMost

const leftOut: KnownBlock = {
  type: 'context',
  elements: [{ type: 'plain_text', text: 'There’s more than fits in one message.', emoji: false }],
}

/** A last guard after the builders' own limits. Drops blocks from the end; buttons go last. */
export const fitMessage = (message: Message): Message => {
  if (fits(message)) return message
  const text = cutMrkdwn(message.text, slackLimits.text)
  if (fits({ text, blocks: message.blocks })) return { text, blocks: message.blocks }
  const kept = [...message.blocks, leftOut]
  while (!fits({ text, blocks: kept })) {
    const victim = kept.findLastIndex((block) => block !== leftOut && block.type !== 'actions')
    kept.splice(victim < 0 ? 0 : victim, 1)
  }
  return { text, blocks: kept }
}

/** A string becomes a line. */
export type Parts = readonly (Part | string | undefined | false)[]

const uncutMessage = (parts: Parts): Message => {
  const shown: Part[] = []
  for (const part of parts) if (part) shown.push(typeof part === 'string' ? line(part) : part)
  let uncut = ''
  for (const { said } of shown) uncut += `${said}\n`
  const unshownLinks: string[] = []
  for (const { links = [] } of shown)
    for (const one of links) if (!uncut.includes(one.slice(0, one.indexOf('|') + 1))) unshownLinks.push(one)
  const links = unshownLinks.join(' · ')
  const room = slackLimits.text - uncut.length - (links === '' ? 0 : links.length + 1)
  const texts: string[] = []
  for (const { said, raw } of shown)
    texts.push(raw === undefined ? said : escape(cut(raw, Math.max(room, 500))))
  return { text: [...texts, links].filter(Boolean).join('\n'), blocks: mergedBlocks(shown) }
}

export const message = (...parts: Parts): Message => fitMessage(uncutMessage(parts))

/** Whether blocks fit into a view, which takes more than a message. Leaves room for what is around them. */
const fitsView = ({ blocks }: Message): boolean =>
  blocks.length <= slackLimits.viewBlocks &&
  Buffer.byteLength(JSON.stringify(blocks)) <= slackLimits.viewBytes - 10_000

/** A message, or the Home tab, with as many whole items as fit: at least one, at most `most`. */
export const messageOfMost = <Item>(
  items: readonly Item[],
  most: number,
  parts: (shown: readonly Item[]) => Parts,
  place: 'message' | 'home' = 'message',
): Message => {
  const fitsPlace = place === 'home' ? fitsView : fits
  let shown = 1
  let tooMany = Math.min(items.length, most) + 1
  while (tooMany - shown > 1) {
    const between = Math.floor((shown + tooMany) / 2)
    if (fitsPlace(uncutMessage(parts(items.slice(0, between))))) shown = between
    else tooMany = between
  }
  const uncut = uncutMessage(parts(items.slice(0, shown)))
  return fitsPlace(uncut) ? uncut : fitMessage(uncut)
}
