import type { Comment } from '../../contract/comment.ts'
import type { BotDeps } from '../deps/deps.ts'
import { plainName } from '../kit/text.ts'
import { unlessMissing } from './tracker-says.ts'

/** A comment according to the tracker. */
export interface CommentInView {
  uuid: string
  /** Undefined for a comment on anything but a task, such as a project, which has no thread. */
  taskUuid: string | undefined
  projectUuid: string | undefined
  /** Undefined if the tracker does not say. */
  authorUuid: string | undefined
  /** Without the account. `authorShown` gives the name that messages show. */
  nameInTracker: string
  text: string
  /** In ms. Undefined if the tracker does not say. */
  createdAt: number | undefined
  editedAt: string | undefined
  /** The uuid of the comment that this one replies to. */
  repliedTo: string | undefined
}

/** Undefined if the tracker has no such comment. */
export const lookAtComment = async (
  { api }: Pick<BotDeps, 'api'>,
  uuid: string,
): Promise<CommentInView | undefined> => {
  const comment = await unlessMissing(api.getComment({ comment_uuid: uuid }))
  return comment && commentInView(comment)
}

export const commentInView = (comment: Comment): CommentInView => {
  const { associated_object_type: type, associated_object_uuid: object, edited_at: edited } = comment
  const isOnTask = !type || type.toUpperCase() === 'TASK'
  const createdAt = Date.parse(comment.created_at ?? '')
  // Some trackers give a comment that was never edited the time of its creation.
  const isEdited = !!edited && !(Date.parse(edited) <= createdAt)
  return {
    uuid: comment.uuid,
    taskUuid: isOnTask ? (object ?? undefined) : undefined,
    projectUuid: comment.parent_object_uuid ?? undefined,
    authorUuid: comment.created_by_uuid || undefined,
    nameInTracker: plainName(comment.created_by_name ?? ''),
    text: comment.message_plain,
    createdAt: Number.isNaN(createdAt) ? undefined : createdAt,
    editedAt: isEdited ? edited : undefined,
    repliedTo: comment.replied_to_comment_uuid || undefined,
  }
}
