import type { RichTextBlock, RichTextList, RichTextText, KnownBlock } from '@slack/types'
import { z } from 'zod'
import { isBlank } from '../../contract/text.ts'
import { marked, type MarkedBlock, type Piece } from '../../contract/marks.ts'
import { slackLimits } from '../../slack-limits.ts'
import { button, buttons } from './buttons.ts'
import { optionalTexts, optionalFlags, portalFacts, texts } from './facts.ts'
import { actions } from './ids.ts'
import {
  addTo,
  bold,
  type Inline,
  italic,
  line,
  type Link,
  message,
  type Message,
  note,
  type Part,
  quote,
  when,
} from './message.ts'
import { clean, cut, fitting, isUrl, storedLengthOf } from './text.ts'

const portalShape = {
  ...texts('authorName', 'text'),
  ...optionalTexts('editedAt', 'portalUrl', 'iconUrl'),
  /** If set, a cut text gets *Show more*. */
  ...optionalTexts('uuid'),
  /** Set if the message cannot carry the author's name, so that its blocks do. */
  ...optionalFlags('nameInBlocks'),
  quote: z.object(texts('authorName', 'text')).optional(),
}
export const portalCommentSchema = portalFacts(z.object(portalShape))
/** `cutUrl`: the team's page. */
export const commentSchema = z.object({ ...portalShape, ...optionalTexts('cutUrl') })
export type CommentFacts = z.output<typeof commentSchema>

/** *Show more* gives the text from `offset` on in Slack. The link opens the whole text. */
const goesOn = (says: string, offset: number, uuid: string | undefined, url?: string) => [
  note(says),
  buttons(
    uuid !== undefined && button(actions.showMore, 'Show more', { value: `comment:${uuid}:${offset}` }),
    button(actions.open, 'Open in the tracker', { url }),
  ),
]

const tooLong = 'This comment is too long for Slack. The rest is in the tracker.'

/** A reply in the task's thread. Callers post it with `username: authorName`. */
export const commentLine = (facts: CommentFacts): Message => {
  const { authorName, text, uuid, portalUrl, cutUrl: url = portalUrl, nameInBlocks = false } = facts
  const content = body(text, nameInBlocks ? '' : `${authorName}: `)
  return message(
    nameInBlocks && line(bold(authorName)),
    facts.quote && quote(facts.quote.authorName, facts.quote.text),
    content,
    facts.editedAt !== undefined && line(italic('edited '), when(facts.editedAt)),
    ...(content.end === undefined ? [] : goesOn(tooLong, content.end, uuid, url)),
  )
}

interface CommentRestFacts {
  uuid: string
  authorName: string
  /** The whole comment. `offset` is the last number of the button's value. */
  text: string
  offset: number
}

export const commentRest = (facts: CommentRestFacts): Message => {
  const { uuid, authorName, text, offset } = facts
  const rest = body(text, '', offset)
  return message(
    line(bold(`${authorName}’s comment, continued`)),
    rest.blocks.length > 0 ? rest : 'End of the comment.',
    ...(rest.end === undefined ? [] : goesOn('There is more.', rest.end, uuid)),
  )
}

export const commentDeletedSchema = z.object({
  ...texts('authorName'),
  ...optionalTexts('deletedBy', 'deletedAt'),
  deleted: z.literal(true),
})
export const portalCommentDeletedSchema = portalFacts(commentDeletedSchema)
type Deleted = z.output<typeof commentDeletedSchema>

/** Set when the comment was deleted by somebody other than its author. */
export type Removal = Pick<Deleted, 'deletedBy' | 'deletedAt'>

/** The end of the sentence about a deleted comment: who deleted it and when, if it was not its author. */
export const byOther = (
  { deletedBy, deletedAt }: Removal,
  styled: (words: string) => Inline = (words) => words,
): Inline[] => {
  if (deletedBy === undefined) return [styled('.')]
  if (deletedAt === undefined) return [styled(` by ${deletedBy}.`)]
  return [styled(` by ${deletedBy}, `), when(deletedAt), styled('.')]
}

/** Replaces a comment that was deleted in the tracker, so that the thread stays complete. */
export const commentDeleted = ({ authorName, ...removal }: Omit<Deleted, 'deleted'>): Message =>
  message(line(italic(`A comment by ${authorName} was deleted in the tracker`), byOther(removal, italic)))

/** How much of a long text is shown before *Show more*. */
const bodyShown = 6_000

const withEllipsis = (blocks: readonly MarkedBlock[]): MarkedBlock[] => {
  const last = blocks.at(-1)
  return last ? [...blocks.slice(0, -1), { ...last, pieces: [...last.pieces, { text: '…', style: {} }] }] : []
}

interface Body extends Part {
  /** Where the text is cut. Undefined if the whole text is shown. */
  end: number | undefined
}

/**
 * A text from outside, in blocks of 3,000 characters. `before` precedes it only in `text`. `from` and `end` count shown
 * characters.
 */
const body = (text: string, before = '', from = 0): Body => {
  const given = clean(text)
  const cleaned = isBlank(given) ? '(no text)' : given
  const all = from === 0 ? marked(cleaned) : dropShown(marked(cleaned), from)
  const isCut = splitAfter(all, bodyShown)[1].length > 0
  const shown = isCut ? splitAfter(all, bodyShown - 1)[0] : all
  const end = isCut ? from + shown.reduce((sum, { pieces }) => sum + lengthOf(pieces), 0) : undefined
  const blocks: KnownBlock[] = []
  let rest = isCut ? withEllipsis(shown) : shown
  while (rest.length > 0) {
    const [head, more] = splitAfter(rest, slackLimits.richText)
    const parts = partsOf(head)
    if (parts.length > 0) blocks.push({ type: 'rich_text', elements: parts })
    rest = more
  }
  // Backticks around nothing, for example. Slack refuses a message without words.
  if (blocks.length === 0 && from === 0) {
    const whole = { text: cut(cleaned.trim(), slackLimits.richText - 1), style: {} }
    blocks.push({ type: 'rich_text', elements: partsOf([{ kind: 'text', pieces: [whole] }]) })
  }
  const words = from === 0 ? cleaned : shown.flatMap(({ pieces }) => pieces.map((one) => one.text)).join('')
  return { blocks, said: '', raw: clean(before) + words, end }
}

/** How many characters are shown, without marks. */
const lengthOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, { text }) => sum + text.length, 0)

/** About as long as the JSON around a styled piece, a link, or an item of a list. */
const frame = 80

/** The rest of a list's item has no bullet of its own. */
const restOf = (block: MarkedBlock, pieces: Piece[]): MarkedBlock =>
  block.kind === 'item' && lengthOf(pieces) < lengthOf(block.pieces)
    ? { kind: 'text', pieces }
    : { ...block, pieces }

/** Splits where `room` characters are used, counted as Slack stores them. A piece may be split, a letter never. */
const splitAfter = (
  blocks: readonly MarkedBlock[],
  room: number,
): [head: MarkedBlock[], rest: MarkedBlock[]] => {
  const head: MarkedBlock[] = []
  let left = room
  for (const [index, block] of blocks.entries()) {
    left -= index === 0 && block.kind !== 'item' ? 0 : frame
    const taken: Piece[] = []
    for (const [nth, piece] of block.pieces.entries()) {
      const isFramed = piece.url !== undefined || Object.keys(piece.style).length > 0
      left -= isFramed ? frame : 0
      const length = storedLengthOf(piece.text)
      if (length > left) {
        const end = fitting(piece.text, Math.max(left, 0))
        if (end > 0) taken.push({ ...piece, text: piece.text.slice(0, end) })
        if (taken.length) head.push({ ...block, pieces: taken })
        const pieces = [{ ...piece, text: piece.text.slice(end) }, ...block.pieces.slice(nth + 1)]
        return [head, [restOf(block, pieces), ...blocks.slice(index + 1)]]
      }
      taken.push(piece)
      left -= length
    }
    head.push(block)
  }
  return [head, []]
}

/** What follows the first `count` shown characters. */
const dropShown = (blocks: readonly MarkedBlock[], count: number): MarkedBlock[] => {
  let over = count
  return blocks.flatMap((block) => {
    const pieces = block.pieces.flatMap((piece) => {
      const text = piece.text.slice(over)
      over = Math.max(0, over - piece.text.length)
      return text === '' ? [] : [{ ...piece, text }]
    })
    return over > 0 || (pieces.length === 0 && block.pieces.length > 0) ? [] : [restOf(block, pieces)]
  })
}

const elementsOf = (pieces: readonly Piece[]) => {
  const elements: (RichTextText | Link)[] = []
  for (const { text, url, style } of pieces) {
    const styledText = { text, ...(Object.keys(style).length > 0 && { style }) }
    if (isUrl(url)) elements.push({ type: 'link', url, ...styledText })
    else addTo(elements, { type: 'text', ...styledText })
  }
  return elements
}

type Item = Extract<MarkedBlock, { kind: 'item' }>

/** Whether the item goes on with the list of `count` items that `first` begins. */
const isNext = (first: Item, count: number, { indent, number }: Item): boolean =>
  indent === first.indent && number === (first.number === undefined ? undefined : first.number + count)

const listFrom = ({ indent, number }: Item): RichTextList => ({
  type: 'rich_text_list',
  style: number === undefined ? 'bullet' : 'ordered',
  indent: Math.min(indent, slackLimits.richTextIndent),
  ...(number !== undefined && number > 1 && { offset: number - 1 }),
  elements: [],
})

const partTypes = {
  text: 'rich_text_section',
  quote: 'rich_text_quote',
  code: 'rich_text_preformatted',
} as const

export const partsOf = (blocks: readonly MarkedBlock[]): RichTextBlock['elements'] => {
  const parts: RichTextBlock['elements'] = []
  let open: { first: Item; list: RichTextList } | undefined
  for (const [index, block] of blocks.entries()) {
    const elements = elementsOf(block.pieces)
    if (block.kind === 'item') {
      if (!open || !isNext(open.first, open.list.elements.length, block)) {
        open = { first: block, list: listFrom(block) }
        parts.push(open.list)
      }
      open.list.elements.push({ type: 'rich_text_section', elements })
      continue
    }
    open = undefined
    // Slack's own composer ends a line in front of a list, quote or code with a line break, too.
    if (block.kind === 'text' && index < blocks.length - 1) addTo(elements, { type: 'text', text: '\n' })
    if (elements.length > 0) parts.push({ type: partTypes[block.kind], elements })
  }
  return parts
}
