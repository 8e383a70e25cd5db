import type { Comment } from '../../contract/comment.ts'
import { isoTime } from '../../contract/dates.ts'
import type { EventName } from '../../contract/event.ts'
import { startOf } from '../../contract/text.ts'
import type { NoteTopic } from '../../contract/webhook.ts'
import type { Acting, ActingTx } from '../acting.ts'
import { markedHtml } from '../marked-html.ts'
import { fullName, peopleByUuid } from '../store/people.ts'
import { commentsByUuid } from '../store/work.ts'
import type { ProjectRecord } from '../store/projects.ts'
import type { CommentRow, NoteRow, PersonRow, Scope } from '../store/rows.ts'
import { announce } from './announce.ts'

export type CommentOrNote = CommentRow | NoteRow

export const isComment = (message: CommentOrNote): message is CommentRow => 'task_uuid' in message

/** The legacy integer ids of the comments that these reply to. */
const answeredIds = async (scope: Scope, comments: readonly CommentRow[]) => {
  const answered = comments.map((comment) => comment.replied_to).filter((uuid) => uuid !== null)
  return new Map((await commentsByUuid(scope, answered)).map(({ uuid, id }) => [uuid, id]))
}

/** `isPlain` leaves out `message_rtf`: pages make their own HTML of what they show. */
export const commentRecords = async (acting: Acting, messages: readonly CommentOrNote[], isPlain = false) => {
  const { legacyIds } = acting.deps
  const authors = messages.map((one) => one.created_by)
  const people = await peopleByUuid(acting, authors)
  const ids = legacyIds ? await answeredIds(acting, messages.filter(isComment)) : undefined
  return messages.map((message): Comment => {
    const author = people.get(message.created_by)
    return {
      uuid: message.uuid,
      created_by_uuid: message.created_by,
      created_by_name: author ? fullName(author) : null,
      message_plain: message.message_plain,
      message_rtf: isPlain ? null : markedHtml(message.message_plain),
      parent_object_uuid: message.project_uuid,
      parent_object_type: 'PROJECT',
      created_at: isoTime(message.created_at),
      edited_at: isoTime(message.edited_at),
      ...(legacyIds && { id: message.id, created_by_user_id: author?.id ?? null, vendor_id: 1 }),
      ...(isComment(message) && {
        associated_object_uuid: message.task_uuid,
        associated_object_type: 'TASK',
        replied_to_comment_uuid: message.replied_to,
        ...(ids && { replied_to_comment_id: ids.get(message.replied_to ?? '') ?? null }),
      }),
    }
  })
}

export const commentRecord = async (acting: Acting, message: CommentOrNote): Promise<Comment> => {
  const [record] = await commentRecords(acting, [message])
  if (!record) throw new TypeError('one comment makes one record')
  return record
}

/** The `object_name` of a comment's events: the start of its text. */
export const nameOfComment = ({ message_plain: text }: Pick<CommentRow, 'message_plain'>): string =>
  startOf(text, 100)

export const announceComment = async (
  acting: ActingTx,
  name: EventName,
  comment: CommentRow,
  mentioned?: PersonRow,
) => {
  const record = await commentRecord(acting, comment)
  await announce(acting, name, nameOfComment(comment), {
    comment: record,
    ...(mentioned && {
      mentioned_user: {
        uuid: mentioned.uuid,
        full_name: fullName(mentioned),
        email_address: mentioned.email,
      },
    }),
  })
  return record
}

export const announceNote = async (
  acting: ActingTx & { readonly project: ProjectRecord },
  topic: NoteTopic,
  note: NoteRow,
) => {
  const record = await commentRecord(acting, note)
  await announce(acting, topic, acting.project.name, { note: record })
  return record
}
