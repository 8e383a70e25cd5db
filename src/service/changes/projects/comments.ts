import type { Comment } from '../../../contract/comment.ts'
import { onlyAuthor } from '../../../contract/text/from-slack.ts'
import type { Actor, Deps } from '../../deps.ts'
import { announceComment, commentRecord } from '../../events/comments.ts'
import { invalid, notFound } from '../../refusals.ts'
import { addRow, changeRow, type CommentRow, findRow, removeRow, type TaskRow } from '../../store/rows.ts'
import { mentionedIn } from './mentions.ts'
import type { CommentPatch, NewComment } from './inputs.ts'
import { onlyDeleter, onlyEditor, rewrite } from './rewrite.ts'
import { type Change, changePart, changeTask, taskOf } from './within.ts'

const answeredComment = async (change: Change, task: TaskRow, uuid: string) => {
  const answered = await findRow(change, 'comment', uuid)
  if (answered?.task_uuid !== task.uuid || answered.removed_at !== null)
    throw invalid('replied_to_comment_uuid', 'This task has no such comment.')
  return answered.uuid
}

/** Fires comment_new, or comment_reply for a reply, and one comment_mention for each person mentioned. */
export const createComment = (deps: Deps, actor: Actor, taskUuid: string, input: NewComment) =>
  changeTask(deps, actor, taskUuid, async (change, task) => {
    const answers = input.replied_to_comment_uuid
    const uuid = input.once ?? deps.newUuid()
    const there = await findRow(change, 'comment', uuid)
    if (there) return commentRecord(change, there, deps)
    const answered = answers ? await answeredComment(change, task, answers) : null
    const mentioned = await mentionedIn(change, input)
    const comment = await addRow(change, 'comment', {
      uuid,
      project_uuid: task.project_uuid,
      task_uuid: task.uuid,
      replied_to: answered,
      created_by: change.person.uuid,
      message_plain: input.message_plain,
      created_at: deps.now(),
    })
    const record = await announceComment(change, answers ? 'comment_reply' : 'comment_new', comment)
    for (const person of mentioned) await announceComment(change, 'comment_mention', comment, person)
    return record
  })

const changeComment = <R>(
  deps: Deps,
  actor: Actor,
  uuid: string,
  work: (change: Change, comment: CommentRow) => Promise<R>,
): Promise<R> =>
  changePart(deps, actor, 'comment', uuid, async (change, comment) => {
    if (comment.removed_at !== null) throw notFound('Comment')
    await taskOf(change, comment.task_uuid, 'Comment')
    return work(change, comment)
  })

export const editComment = (deps: Deps, actor: Actor, uuid: string, patch: CommentPatch): Promise<Comment> =>
  changeComment(deps, actor, uuid, async (change, comment) => {
    onlyEditor(change, 'comment', comment)
    const now = await rewrite(change, 'comment', comment, patch)
    return now ? announceComment(change, 'comment_updated', now) : commentRecord(change, comment, deps)
  })

/** Its replies stay. Of another's comment, its page still says who wrote it, and who deleted it when. */
export const removeComment = (deps: Deps, actor: Actor, uuid: string): Promise<Comment> =>
  changeComment(deps, actor, uuid, async (change, comment) => {
    onlyDeleter(change, 'comment', comment)
    if (comment.created_by === change.person.uuid) await removeRow(change, 'comment', comment.uuid)
    else
      await changeRow(change, 'comment', comment.uuid, {
        message_plain: onlyAuthor(comment.message_plain),
        removed_by: change.person.uuid,
        removed_at: deps.now(),
      })
    return announceComment(change, 'comment_deleted', comment)
  })
