import type { Comment } from '../../../contract/comment.ts'
import type { EventName } from '../../../contract/event.ts'
import { addComments, deleteComment, findComment, updateComment } from '../../store/projects/comments.ts'
import type { CommentRow, PersonRow, TaskRow } from '../../store/rows.ts'
import { mayChangeComment } from '../../access.ts'
import { commentRecord } from '../../events/comment-record.ts'
import type { Actor, Deps } from '../../deps.ts'
import { announce } from '../../events/announce.ts'
import { fullName } from '../../store/people/people.ts'
import { invalid, notAllowed, notFound } from '../../refusals.ts'
import { mentionedIn } from './mentions.ts'
import { commentSeen, onlyAsSeen } from './seen.ts'
import { type Change, changeTask } from './within.ts'

const announceComment = async (
  { deps, tx, actor }: Change,
  name: EventName,
  comment: CommentRow,
  mentioned?: PersonRow,
) => {
  const record = await commentRecord(tx.sql, comment, deps)
  await announce(deps, tx, actor, {
    name,
    object: { uuid: comment.uuid, name: comment.message_plain.slice(0, 100) },
    projectUuid: comment.project_uuid,
    payload: {
      comment: record,
      ...(mentioned && {
        mentioned_user: {
          uuid: mentioned.uuid,
          full_name: fullName(mentioned),
          email_address: mentioned.email,
        },
      }),
    },
  })
  return record
}

export interface NewComment {
  readonly message_plain: string
  readonly replied_to_comment_uuid?: string | null | undefined
  /** E-mail addresses; people named in the text as `@Full Name` are mentioned too. */
  readonly mentions?: readonly string[] | undefined
  /** Of the form that asks for it: sent twice, it is still one comment. */
  readonly once?: string | undefined
}

const answeredComment = async ({ tx, actor }: Change, task: TaskRow, uuid: string) => {
  const answered = await findComment(tx.sql, actor.org, uuid)
  if (!answered || answered.task_uuid !== task.uuid)
    throw invalid('replied_to_comment_uuid', 'No such comment on this task.')
  return answered.uuid
}

/** Fires comment_new, or comment_reply for an answer; and comment_mention once for each person named. */
export const createComment = (
  deps: Deps,
  actor: Actor,
  taskUuid: string,
  input: NewComment,
): Promise<Comment> =>
  changeTask(deps, actor, taskUuid, async (change, task) => {
    const answers = input.replied_to_comment_uuid
    const uuid = input.once ?? deps.newUuid()
    const there = await findComment(change.tx.sql, actor.org, uuid)
    if (there) return commentRecord(change.tx.sql, there, deps)
    const row = {
      uuid,
      org: actor.org,
      project_uuid: task.project_uuid,
      task_uuid: task.uuid,
      replied_to: answers ? await answeredComment(change, task, answers) : null,
      created_by: change.person.uuid,
      message_plain: input.message_plain,
      created_at: deps.now(),
      edited_at: null,
    }
    const mentioned = await mentionedIn(change, input)
    await addComments(change.tx.sql, [row])
    const comment = await findComment(change.tx.sql, actor.org, row.uuid)
    if (!comment) throw new TypeError('a comment just written is not there')
    const record = await announceComment(change, answers ? 'comment_reply' : 'comment_new', comment)
    for (const person of mentioned) await announceComment(change, 'comment_mention', comment, person)
    return record
  })

const changeComment = async <R>(
  deps: Deps,
  actor: Actor,
  uuid: string,
  work: (change: Change, comment: CommentRow) => Promise<R>,
): Promise<R> => {
  const seen = await findComment(deps.database.sql, actor.org, uuid)
  if (!seen) throw notFound('Comment')
  return changeTask(
    deps,
    actor,
    seen.task_uuid,
    async (change) => {
      const comment = await findComment(change.tx.sql, actor.org, uuid)
      if (!comment) throw notFound('Comment')
      if (!mayChangeComment(change.person, comment)) throw notAllowed("This is somebody else's comment.")
      return work(change, comment)
    },
    'Comment',
  )
}

export const editComment = (
  deps: Deps,
  actor: Actor,
  uuid: string,
  message: string,
  seen?: string,
): Promise<Comment> =>
  changeComment(deps, actor, uuid, async (change, comment) => {
    onlyAsSeen(seen, commentSeen(comment))
    if (comment.message_plain === message) return commentRecord(change.tx.sql, comment, deps)
    const changed = { message_plain: message, edited_at: deps.now() }
    await updateComment(change.tx.sql, actor.org, comment.uuid, changed)
    return announceComment(change, 'comment_updated', { ...comment, ...changed })
  })

/** Answers to it stay, and go on naming it. */
export const removeComment = (deps: Deps, actor: Actor, uuid: string): Promise<Comment> =>
  changeComment(deps, actor, uuid, async (change, comment) => {
    await deleteComment(change.tx.sql, actor.org, comment.uuid)
    return announceComment(change, 'comment_deleted', comment)
  })
