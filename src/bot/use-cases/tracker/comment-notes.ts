import type { Comment } from '../../../contract/comment.ts'
import { plainName } from '../../messages/kit/plain-name.ts'
import type { CommentNote } from '../../store/tracker/known-comments.ts'
import type { Note } from '../../store/tracker/notes.ts'

export const authorOf = (comment: Comment): string => plainName(comment.created_by_name ?? '')

/** The task a comment is on. A comment on something else, such as a project, has no thread to go to. */
export const taskOf = (comment: Comment): string | undefined => {
  const type = comment.associated_object_type
  const isTask = !type || type.toUpperCase() === 'TASK'
  return isTask ? (comment.associated_object_uuid ?? undefined) : undefined
}

const ms = (instant: string | null | undefined): number | undefined => {
  const parsed = instant ? Date.parse(instant) : Number.NaN
  return Number.isNaN(parsed) ? undefined : parsed
}

/**
 * What is kept of a comment as the tracker has it now, whether a channel receives it or not: the interface lists
 * none, and the pane beside a task shows them all. `told`: for digests.
 */
export const commentNotes = (comment: Comment, told?: CommentNote['told']): Note[] => {
  const taskUuid = taskOf(comment)
  if (taskUuid === undefined) return []
  const said = {
    uuid: comment.uuid,
    taskUuid,
    authorName: authorOf(comment),
    text: comment.message_plain,
    repliedTo: comment.replied_to_comment_uuid ?? undefined,
    createdAt: ms(comment.created_at),
    editedAt: ms(comment.edited_at),
    told,
  }
  return [{ of: 'comment', comment: said }]
}
