import type { Comment } from '../../contract/comment.ts'
import { isoTime } from '../../contract/dates.ts'
import type { EventName } from '../../contract/event.ts'
import { startOf } from '../../contract/text/start-of.ts'
import type { Deps, ActorTx } from '../deps.ts'
import { markedHtml } from '../marked-html.ts'
import { fullName, peopleByUuid } from '../store/people/people.ts'
import { commentsByUuid } from '../store/projects/comments.ts'
import type { CommentRow, PersonRow, Scope } from '../store/rows.ts'
import { announce } from './announce.ts'

const record = (comment: CommentRow, author: PersonRow | undefined): Comment => ({
  uuid: comment.uuid,
  created_by_uuid: comment.created_by,
  created_by_name: author ? fullName(author) : null,
  message_plain: comment.message_plain,
  message_rtf: markedHtml(comment.message_plain),
  associated_object_uuid: comment.task_uuid,
  associated_object_type: 'TASK',
  parent_object_uuid: comment.project_uuid,
  parent_object_type: 'PROJECT',
  replied_to_comment_uuid: comment.replied_to,
  created_at: isoTime(comment.created_at),
  edited_at: isoTime(comment.edited_at),
})

/** The integer ids from before 2026-07-31, of comments and of those they reply to. */
const legacyIdsOf = async (scope: Scope, comments: readonly CommentRow[]) => {
  const answered = comments.map((comment) => comment.replied_to).filter((uuid) => uuid !== null)
  const ids = new Map((await commentsByUuid(scope, answered)).map(({ uuid, id }) => [uuid, id]))
  return (comment: CommentRow, author: PersonRow | undefined) => ({
    id: comment.id,
    created_by_user_id: author?.id ?? null,
    vendor_id: 1,
    replied_to_comment_id: ids.get(comment.replied_to ?? '') ?? null,
  })
}

/** Comments in the form of replies and events. One query reads all authors. */
export const commentRecords = async (
  scope: Scope,
  comments: readonly CommentRow[],
  { legacyIds }: Pick<Deps, 'legacyIds'>,
): Promise<Comment[]> => {
  const people = await peopleByUuid(
    scope,
    comments.map((comment) => comment.created_by),
  )
  const idsOf = legacyIds ? await legacyIdsOf(scope, comments) : undefined
  return comments.map((comment) => {
    const author = people.get(comment.created_by)
    return { ...record(comment, author), ...idsOf?.(comment, author) }
  })
}

export const commentRecord = async (scope: Scope, comment: CommentRow, deps: Pick<Deps, 'legacyIds'>) => {
  const [made] = await commentRecords(scope, [comment], deps)
  if (!made) throw new TypeError('one comment makes one record')
  return made
}

const mention = (person: PersonRow) => ({
  mentioned_user: { uuid: person.uuid, full_name: fullName(person), email_address: person.email },
})

export const announceComment = async (
  acting: ActorTx,
  name: EventName,
  comment: CommentRow,
  mentioned?: PersonRow,
): Promise<Comment> => {
  const said = await commentRecord(acting, comment, acting.deps)
  const about = { ...comment, name: startOf(comment.message_plain, 100) }
  await announce(acting, name, about, { comment: said, ...(mentioned && mention(mentioned)) })
  return said
}
