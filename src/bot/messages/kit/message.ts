import type {
  ActionsBlock,
  Button,
  KnownBlock,
  RichTextBlock,
  RichTextQuote,
  RichTextSection,
} from '@slack/types'
import { type ActionName, actions } from './ids.ts'
import { cut, fitMessage, fits, fitting, lengthOf, slackLimits } from './limits.ts'
import { escape, mrkdwnLink, mrkdwnUrl } from './mrkdwn.ts'
import {
  clean,
  elementOf,
  type Inline,
  isUrl,
  joined,
  name,
  oneLine,
  type Span,
  spansOf,
  textOf,
} from './spans.ts'

export { bold, channel, day, italic, link, name, namedWhole, user, when } from './spans.ts'
export type { Inline, Span } from './spans.ts'

/** What `chat.postMessage`, `chat.update`, `chat.postEphemeral` and `respond` are given; callers add the rest. */
export interface Message {
  text: string
  blocks: KnownBlock[]
}

/** One part of a message: blocks for the eye, and its share of `text`. */
interface Part {
  /** Lines that follow each other share one block, so that a card stays small. */
  line?: Span[]
  blocks: KnownBlock[]
  text: string
  /** Cut to what the others leave of `text`; undefined for parts that are always whole. */
  raw?: string
}

/** Of what a person wrote and may find nowhere else: all that one block holds beside its author. */
export const ownWords = 2_600

const section = (spans: readonly Span[]): RichTextSection => ({
  type: 'rich_text_section',
  elements: joined(spans).map(elementOf),
})
const richText = (...elements: (RichTextSection | RichTextQuote)[]): RichTextBlock => ({
  type: 'rich_text',
  elements,
})

const lineLength = (spans: readonly Span[]): number =>
  spans.reduce((sum, span) => sum + ('text' in span ? lengthOf(span.text) : 30) + 1, 0)

/** What of a line one block can hold: lines are written by us, and short, but their facts are not. */
const withinBlock = (inlines: readonly Inline[]): Span[] => {
  const spans = spansOf(inlines)
  while (lineLength(spans) > slackLimits.richText) spans.pop()
  return spans
}

/** A line of words, names, links and dates. */
export const line = (...inlines: Inline[]): Part => {
  const spans = withinBlock(
    inlines.map((inline) => (typeof inline === 'string' ? cut(inline.slice(0, 4_000), 1_000) : inline)),
  )
  return { line: spans, blocks: [], text: spans.map(textOf).join('') }
}

/** `a · b · c`, without what is not known. */
export const dotted = (...inlines: Inline[]): Part => {
  const spans = spansOf(inlines)
  return line(...spans.flatMap((span, index) => (index === 0 ? [span] : [' · ', span])))
}

/**
 * Someone's words, such as what a comment answers, cut to two lines' worth. In `text` they stand in quotation
 * marks, after `before`.
 */
export const quote = (author: string, text: string, before = 'In reply to ', most = 240): Part => {
  const words = cut(oneLine(text.slice(0, 8 * most)).trim(), most) || '(no text)'
  const spans = [name(author, { bold: true }), ...spansOf([': ', words])]
  return {
    blocks: [richText({ type: 'rich_text_quote', elements: spans.map(elementOf) })],
    text: `${before}${textOf(name(author))}: “${escape(words)}”`,
  }
}

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
 * A text of any length from outside, spread over blocks of at most 3,000 characters. `before` stands in front
 * of it in `text` alone, for what the eye has from elsewhere, such as the author's name.
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

/** Small print of ours, literal. */
export const note = (text: string): Part => {
  const said = cut(clean(text), 2_000)
  // Slack refuses the whole message for a text of nothing.
  if (said === '') return { blocks: [], text: '' }
  const element = { type: 'plain_text' as const, text: said, emoji: false }
  return { blocks: [{ type: 'context', elements: [element] }], text: escape(said) }
}

export const divider = (): Part => ({ blocks: [{ type: 'divider' }], text: '' })

/** Blocks whose meaning `text` has from elsewhere. */
export const only = (...blocks: KnownBlock[]): Part => ({ blocks, text: '' })

interface ButtonFacts {
  action: ActionName
  text: string
  value?: string | undefined
  /** What a screen reader says instead of `text`, when `text` alone is ambiguous. */
  label?: string | undefined
  style?: 'primary' | 'danger' | undefined
}

/** Undefined (it then vanishes) when its value is longer than Slack takes. */
export const button = (facts: ButtonFacts): Button | undefined =>
  (facts.value ?? '').length > slackLimits.value
    ? undefined
    : {
        type: 'button',
        action_id: facts.action,
        text: { type: 'plain_text', text: cut(oneLine(facts.text), slackLimits.buttonText), emoji: false },
        ...(facts.value ? { value: facts.value } : {}),
        ...(facts.style ? { style: facts.style } : {}),
        ...(facts.label
          ? { accessibility_label: cut(oneLine(facts.label), slackLimits.accessibilityLabel) }
          : {}),
      }

/** A button that opens a URL; undefined when there is none that Slack would take. */
export const linkButton = (url: string | undefined, text: string, label?: string): Button | undefined => {
  const made = button({ action: actions.open, text, label })
  return isUrl(url) && made ? { ...made, url } : undefined
}

const numbered = (element: Button, index: number, all: readonly Button[]): Button => {
  const same = all.filter((other) => other.action_id === element.action_id).length
  return same > 1 ? { ...element, action_id: `${element.action_id}:${index}` } : element
}

/** A row of buttons, without those that are undefined; nothing at all when none is left. */
export const buttons = (...elements: (Button | undefined | false)[]): Part => {
  const shown = elements
    .filter((element) => element !== undefined && element !== false)
    .slice(0, slackLimits.actionElements)
  const block: ActionsBlock = { type: 'actions', elements: shown.map(numbered) }
  return { blocks: shown.length ? [block] : [], text: '' }
}

const mergedBlocks = (parts: readonly Part[]): KnownBlock[] => {
  const blocks: KnownBlock[] = []
  let open: Span[] = []
  const close = () => {
    if (open.length) blocks.push(richText(section(open)))
    open = []
  }
  for (const part of parts) {
    // A line of which nothing is known takes no room, and no gap either.
    if (part.line?.length === 0) continue
    if (lineLength([...open, ...(part.line ?? [])]) > slackLimits.richText) close()
    if (part.line?.length) open = open.length ? [...open, ...spansOf(['\n']), ...part.line] : part.line
    else close()
    blocks.push(...part.blocks)
  }
  close()
  return blocks
}

/** `reserved`: characters that something else needs. */
const mergedText = (parts: readonly Part[], reserved: number): string => {
  const fixed = parts.reduce((sum, part) => sum + part.text.length + 1, reserved)
  const room = Math.max(slackLimits.text - fixed, 500)
  return parts
    .map((part) => (part.raw === undefined ? part.text : escape(cut(part.raw, room))))
    .filter((text) => text !== '')
    .join('\n')
}

/** Links that only a button carries, so that `text` has them too. */
const buttonLinks = (blocks: readonly KnownBlock[], text: string): string[] =>
  blocks
    .flatMap((block) => (block.type === 'actions' ? block.elements : []))
    .filter((element) => element.type === 'button')
    .flatMap(({ url, text: label }) =>
      url === undefined ? [] : [{ url, link: mrkdwnLink(url, label.text) }],
    )
    .filter(({ url }) => !text.includes(`<${mrkdwnUrl(url)}|`))
    .map(({ link }) => link)

type Parts = readonly (Part | undefined | false)[]

const whole = (parts: Parts): Message => {
  const shown = parts.filter((part) => part !== undefined && part !== false)
  const blocks = mergedBlocks(shown)
  const links = buttonLinks(blocks, mergedText(shown, 0)).join(' · ')
  const text = mergedText(shown, links.length + 1)
  return { text: links === '' ? text : `${text}\n${links}`, blocks }
}

/** Parts, in order, as a message within Slack's limits. */
export const message = (...parts: Parts): Message => fitMessage(whole(parts))

/** A message with as many of the items, at most `most` and at least one, as fit into it whole. */
export const messageOfMost = <Item>(
  items: readonly Item[],
  most: number,
  parts: (shown: readonly Item[]) => Parts,
): Message => {
  for (let count = Math.min(items.length, most); count > 1; count--) {
    const made = whole(parts(items.slice(0, count)))
    if (fits(made)) return made
  }
  return message(...parts(items.slice(0, 1)))
}
