import type { Comment } from '../../../contract/comment.ts'
import { unmarked } from '../../../contract/text/marks.ts'
import { fullName } from '../../store/people/people.ts'
import type { PersonRow } from '../../store/rows.ts'
import { markedHtml } from '../../marked-html.ts'
import { isCustomer, mayRewrite } from '../../access.ts'
import { writtenSeen } from '../../changes/projects/seen.ts'
import { initials, letters, timeView, tone } from '../kit/words.ts'

export type Names = ReadonlyMap<string, PersonRow>

export const face = (person: PersonRow | undefined, name: string | null) => {
  const shown = person ? fullName(person) : (name ?? 'Somebody')
  return {
    name: shown,
    initials: initials(shown),
    tone: tone(person?.uuid ?? ''),
    isCustomer: person ? isCustomer(person) : false,
    via: person?.role === 'API User' ? 'via API' : undefined,
    company: undefined as string | undefined,
  }
}

/**
 * Matches `Dana Smith (Slack): …` and `Robin (another organization, Slack): …`. What was imported also says when it was
 * said: `Dana Smith (Slack, Nov 20, 2025, 00:53 UTC): …`. The bot removes colons, brackets and
 * line breaks from names, so that nobody's name can imitate another person's comment.
 */
const fromSlack =
  /^([^\s:()[\]{}<>][^:()[\]{}<>\n]{0,199}) \((?:([^():\n]{1,200}), )?(Slack(?:, [\w ,:]{1,40} UTC)?)\):\s([\s\S]*)$/

/** Shows a comment from Slack under its author's name. The stored text keeps the prefix. */
const authored = (comment: Comment, person: PersonRow | undefined) => {
  const plain = {
    author: face(person, comment.created_by_name ?? null),
    text: comment.message_plain,
  }
  const [, name, company, place, text] = fromSlack.exec(comment.message_plain) ?? []
  if (person?.role !== 'API User' || name === undefined || text === undefined) return plain
  const author = {
    ...face(undefined, name),
    tone: tone(
      `  ${Buffer.from(name)
        .reduce((sum, byte) => sum + byte, 0)
        .toString(16)
        .padStart(3, '0')}`,
    ),
    via: `via ${place ?? 'Slack'}`,
    company,
  }
  return { author, text: text.trimStart() }
}

const quoted = (answered: Comment | undefined, names: Names) => {
  if (!answered) return { name: undefined, text: 'Deleted comment' }
  const { author, text } = authored(answered, names.get(answered.created_by_uuid))
  return { name: author.name, text: letters(unmarked(text), 90) }
}

/** `answered` contains the comment that this one replies to, if it still exists. */
export const commentView = (
  comment: Comment,
  answered: ReadonlyMap<string, Comment>,
  { person, names }: { person: PersonRow; names: Names },
) => {
  const { author, text } = authored(comment, names.get(comment.created_by_uuid))
  const answers = comment.replied_to_comment_uuid
  return {
    uuid: comment.uuid,
    author,
    raw: comment.message_plain,
    seen: writtenSeen(comment),
    html: markedHtml(text),
    time: timeView(comment.created_at ?? 0),
    edited: comment.edited_at ? timeView(comment.edited_at) : undefined,
    isReply: Boolean(answers),
    answers: answers ? quoted(answered.get(answers), names) : undefined,
    mayChange: mayRewrite(person, { created_by: comment.created_by_uuid }),
  }
}
