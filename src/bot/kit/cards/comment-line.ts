import { z } from 'zod'
import { maybe, maybeFlags, texts } from '../facts.ts'
import { body, bodyEnd } from '../text/marked-text.ts'
import { button, buttons, linkButton } from '../buttons.ts'
import { actions } from '../ids.ts'
import { bold, italic, line, type Message, message, note, quote, when, type Inline } from '../message.ts'

/** Set when the comment was deleted by somebody other than its author. */
export interface Removal {
  deletedBy?: string | undefined
  deletedAt?: string | undefined
}

/** The end of the sentence about a deleted comment: who deleted it and when, if it was not its author. */
export const byOther = (
  { deletedBy, deletedAt }: Removal,
  said: (words: string) => Inline = (words) => words,
): Inline[] => {
  if (deletedBy === undefined) return [said('.')]
  if (deletedAt === undefined) return [said(` by ${deletedBy}.`)]
  return [said(` by ${deletedBy}, `), when(deletedAt), said('.')]
}

export const commentSchema = z.object({
  ...texts('authorName', 'text'),
  /** Shown only if `late`. Otherwise Slack's own time is enough. */
  ...maybe('createdAt'),
  ...maybe('editedAt', 'cutUrl', 'iconUrl'),
  /** If set, a cut text gets *Show more*. */
  ...maybe('uuid'),
  /** Set if the message cannot carry the author's name, so that its blocks do. */
  ...maybeFlags('nameInBlocks'),
  ...maybeFlags('late'),
  quote: z.object(texts('authorName', 'text')).optional(),
})
export type CommentFacts = z.output<typeof commentSchema>

const times = ({ late, createdAt, editedAt }: CommentFacts) => {
  const written = late && createdAt !== undefined && [italic('written '), when(createdAt)]
  const edited = editedAt !== undefined && [italic('edited '), when(editedAt)]
  return (written || edited) && line(written, written && edited && ' · ', edited)
}

/** *Show more* gives the text from `offset` on in Slack. The link opens the whole text. */
const goesOn = (
  says: string,
  offset: number,
  { uuid, url }: { uuid?: string | undefined; url?: string | undefined },
) => [
  note(says),
  buttons(
    uuid !== undefined && button(actions.showMore, 'Show more', { value: `comment:${uuid}:${offset}` }),
    linkButton(url, 'Open in the tracker'),
  ),
]

/** A reply in the task's thread. Callers post it with `username: authorName`. */
export const commentLine = (facts: CommentFacts): Message => {
  const { authorName, text, uuid, cutUrl: url, nameInBlocks = false } = facts
  const end = bodyEnd(text)
  const says = 'This comment is too long for Slack. The rest is in the tracker.'
  return message(
    nameInBlocks && line(bold(authorName)),
    facts.quote && quote(facts.quote.authorName, facts.quote.text),
    body(text, nameInBlocks ? '' : `${authorName}: `),
    times(facts),
    ...(end === undefined ? [] : goesOn(says, end, { uuid, url })),
  )
}

interface CommentRestFacts {
  uuid: string
  authorName: string
  /** The whole comment. `offset` is the last number of the button's value. */
  text: string
  offset: number
  url?: string | undefined
}

export const commentRest = (facts: CommentRestFacts): Message => {
  const { text, offset } = facts
  const end = bodyEnd(text, offset)
  const rest = body(text, '', offset)
  return message(
    line(bold(`${facts.authorName}’s comment, continued`)),
    rest.blocks.length > 0 ? rest : 'End of the comment.',
    ...(end === undefined ? [] : goesOn('There is more.', end, facts)),
  )
}

export const commentDeletedSchema = z.object({
  ...texts('authorName'),
  ...maybe('deletedBy', 'deletedAt'),
  deleted: z.literal(true),
})

/** Replaces a comment that was deleted in the tracker, so that the thread stays complete. */
export const commentDeleted = ({
  authorName,
  ...removal
}: Omit<z.output<typeof commentDeletedSchema>, 'deleted'>): Message =>
  message(line(italic(`A comment by ${authorName} was deleted in the tracker`), byOther(removal, italic)))
