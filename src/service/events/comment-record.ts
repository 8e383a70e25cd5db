import type { Comment } from '../../contract/comment.ts'
import type { Queries } from '../store/database.ts'
import { commentIds } from '../store/projects/comments.ts'
import { findPeople, fullName } from '../store/people/people.ts'
import type { CommentRow, PersonRow } from '../store/rows.ts'
import { escapeHtml } from '../escape-html.ts'

const rich = (text: string) =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('')

interface Around {
  readonly author: PersonRow | undefined
  /** Integer ids, when they are wanted: of the comment answered. */
  readonly legacy: { readonly answered: number | null } | undefined
}

const record = (comment: CommentRow, { author, legacy }: Around): Comment => ({
  uuid: comment.uuid,
  ...(legacy && {
    id: comment.id,
    created_by_user_id: author?.id ?? null,
    vendor_id: 1,
    replied_to_comment_id: legacy.answered,
  }),
  created_by_uuid: comment.created_by,
  created_by_name: author ? fullName(author) : null,
  message_plain: comment.message_plain,
  message_rtf: rich(comment.message_plain),
  associated_object_uuid: comment.task_uuid,
  associated_object_type: 'TASK',
  parent_object_uuid: comment.project_uuid,
  parent_object_type: 'PROJECT',
  replied_to_comment_uuid: comment.replied_to,
  created_at: new Date(comment.created_at).toISOString(),
  edited_at: comment.edited_at === null ? null : new Date(comment.edited_at).toISOString(),
})

/** Comments as the interface shows them, in replies and in events alike; their authors in one query. */
export const commentRecords = async (
  sql: Queries,
  org: string,
  comments: readonly CommentRow[],
  { legacyIds }: { legacyIds: boolean },
): Promise<Comment[]> => {
  const authors = await findPeople(
    sql,
    org,
    comments.map((comment) => comment.created_by),
  )
  const people = new Map(authors.map((person) => [person.uuid, person]))
  const answered = comments.map((comment) => comment.replied_to).filter((uuid) => uuid !== null)
  const ids = legacyIds ? await commentIds(sql, org, answered) : undefined
  return comments.map((comment) =>
    record(comment, {
      author: people.get(comment.created_by),
      legacy: ids && { answered: ids.get(comment.replied_to ?? '') ?? null },
    }),
  )
}

export const commentRecord = async (
  sql: Queries,
  comment: CommentRow,
  options: { legacyIds: boolean },
): Promise<Comment> => {
  const [made] = await commentRecords(sql, comment.org, [comment], options)
  if (!made) throw new TypeError('one comment is one record')
  return made
}
