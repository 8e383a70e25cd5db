import type { RichTextBlock, RichTextElement, RichTextQuote, RichTextSection } from '@slack/types'
import { unmarked } from '../../../../contract/text/marks.ts'
import { cut } from '../../../kit/limits.ts'
import { blocksOf, partsOf, splitAfter } from '../../../kit/text/marked-text.ts'
import { clean, isUrl, oneLine } from '../../../kit/text/spans.ts'
import { person, type WorkObjectPerson } from '../../../kit/cards/fields.ts'
import type { PaneComment } from '../../../kit/cards/work-object.ts'

interface PaneCommentFacts {
  id: string
  author: WorkObjectPerson
  text: string
  /** Milliseconds. */
  createdAt: number
  editedAt?: number | undefined
  quote?: { authorName: string; text: string } | undefined
  /** The task's page, because a comment has none. */
  url?: string | undefined
  threadRoot?: string | undefined
  /** A remark, such as that the comment waits for the tracker. */
  note?: string | undefined
}

const plain = (text: string): RichTextElement => ({ type: 'text', text })
const section = (...elements: RichTextElement[]): RichTextSection => ({ type: 'rich_text_section', elements })

/** A section has one block. The rest of it is for the quote and notes. */
const shownMost = 2_400

const quoteOf = ({ authorName, text }: NonNullable<PaneCommentFacts['quote']>): RichTextQuote => ({
  type: 'rich_text_quote',
  elements: [
    plain(
      `${cut(oneLine(authorName.slice(0, 300)), 80)}: ${cut(oneLine(unmarked(text.slice(0, 2_000))).trim(), 240)}`,
    ),
  ],
})

/** Has no edit, delete or reply buttons, because the interface has no such operations. */
export const paneComment = (facts: PaneCommentFacts): PaneComment => {
  const all = clean(facts.text).trim()
  const [shown, rest] = splitAfter(blocksOf(all || '(no text)'), shownMost)
  const notes = [
    rest.length > 0 && 'This comment is too long to show here. The rest is in the tracker.',
    facts.note,
  ].filter((note) => typeof note === 'string')
  const block: RichTextBlock = {
    type: 'rich_text',
    elements: [
      ...(facts.quote ? [quoteOf(facts.quote)] : []),
      ...partsOf(shown),
      ...notes.map((note) =>
        section(plain('\n'), { type: 'text', text: cut(clean(note), 100) || '–', style: { italic: true } }),
      ),
    ],
  }
  return {
    id: facts.id,
    sender: person(facts.author),
    timestamp: Math.floor(facts.createdAt / 1_000),
    comment: { blocks: [block] },
    ...(isUrl(facts.url) && { url: facts.url }),
    ...(facts.editedAt !== undefined && { last_edit_ts: Math.floor(facts.editedAt / 1_000) }),
    ...(facts.threadRoot !== undefined && { thread_root_id: facts.threadRoot }),
    can_edit: false,
    can_delete: false,
    can_reply: false,
  }
}
