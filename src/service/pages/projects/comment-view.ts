import { fromSlack, type Comment } from '../../../contract/comment.ts'
import { startOf } from '../../../contract/text.ts'
import { unmarked } from '../../../contract/marks.ts'
import { fullName } from '../../store/people/people.ts'
import type { PersonRow } from '../../store/rows.ts'
import { markedHtml } from '../../marked-html.ts'
import { isCustomer, mayDelete, mayEdit } from '../../access.ts'
import { writtenSeen } from '../../changes/projects/seen.ts'
import { initials, letters, timeView } from '../kit/words.ts'

export type Names = ReadonlyMap<string, PersonRow>

export const face = (person: PersonRow | undefined, name: string | null) => {
  const shown = person ? fullName(person) : (name ?? 'Somebody')
  return {
    name: shown,
    initials: initials(shown),
    isCustomer: person ? isCustomer(person) : false,
    via: person?.role === 'API User' ? 'via API' : undefined,
    company: undefined as string | undefined,
  }
}

/** Shows a comment from Slack under its author's name. The stored text keeps the prefix. */
const authored = (comment: Comment, person: PersonRow | undefined) => {
  const plain = {
    author: face(person, comment.created_by_name ?? null),
    text: comment.message_plain,
  }
  const said = person?.role === 'API User' ? fromSlack(comment.message_plain) : undefined
  if (!said) return plain
  const { name, company, text } = said
  const author = {
    ...face(undefined, name),
    via: 'via Slack',
    company,
  }
  return { author, text: text.trimStart() }
}

const inALine = (text: string, length: number): string => letters(unmarked(startOf(text, mostQuoted)), length)

const quoted = (answered: Comment | undefined, names: Names) => {
  if (!answered) return { name: undefined, text: 'Deleted comment' }
  const { author, text } = authored(answered, names.get(answered.created_by_uuid))
  return { name: author.name, text: inALine(text, 90) }
}

/** Of a longer text, a page shows the start, and the rest on a page of its own. */
const mostShown = 2_000
/** Enough for a line, with marks in it. */
const mostQuoted = 500

/** Where comments are listed in full, and which of them is shown whole there. */
export interface Place {
  readonly allAt: string
  readonly whole?: string
}

/** `answered` contains the comment that this one replies to, if it still exists. */
export const commentView = (
  comment: Comment,
  answered: ReadonlyMap<string, Comment>,
  { person, names }: { person: PersonRow; names: Names },
  { allAt, whole }: Place,
) => {
  const { author, text } = authored(comment, names.get(comment.created_by_uuid))
  const answers = comment.replied_to_comment_uuid
  const written = { created_by: comment.created_by_uuid }
  const isCut = text.length > mostShown && whole !== comment.uuid
  return {
    uuid: comment.uuid,
    author,
    /** Tells it from others, for those who don't see where it stands. */
    label: `${author.name}: ${inALine(text, 40)}`,
    raw: isCut ? undefined : comment.message_plain,
    isWhole: whole === comment.uuid,
    allAt: isCut ? `${allAt}?whole=${comment.uuid}` : undefined,
    seen: writtenSeen(comment),
    html: markedHtml(isCut ? `${startOf(text, mostShown)}…` : text),
    time: timeView(comment.created_at ?? 0),
    edited: comment.edited_at ? timeView(comment.edited_at) : undefined,
    isReply: Boolean(answers),
    answers: answers ? quoted(answered.get(answers), names) : undefined,
    mayEdit: mayEdit(person, written),
    mayDelete: mayDelete(person, written),
  }
}
