import type { Comment } from '../../../contract/comment.ts'
import type { TrackerEvent } from '../../../contract/event.ts'
import type { ProjectChannel } from '../../store/channels/project-channels.ts'
import { partByComment, type ReplyPart } from '../../store/replies/replies.ts'
import { knownTask } from '../../store/tracker/known-tasks.ts'
import type { CommentFacts } from '../../messages/events/comment-line.ts'
import type { BotDeps } from '../../deps.ts'
import { audience } from '../../access/audience.ts'
import { authorIcon } from '../ledger/author-icon.ts'
import { type Decision, dropped, handled, type Planned } from '../ledger/decision.ts'
import { cardIn, channelsOfTask } from '../ledger/planned-card.ts'
import { saidIn } from '../ledger/said-in.ts'
import { commentSubject } from '../ledger/subject.ts'
import { isByCustomer, isByStranger } from '../tracker/comment-author.ts'
import { commentNotes, editedAtOf, taskOfComment } from '../tracker/comment-notes.ts'
import { lookAtTask, type TaskInView, taskUrl } from '../tracker/task-in-view.ts'
import { unlessMissing } from '../tracker/tracker-trouble.ts'
import { ownComment } from './own-comment.ts'

type CommentEvent = Extract<TrackerEvent, { name: 'comment_new' | 'comment_reply' | 'comment_mention' }>

const quoted = async (deps: BotDeps, uuid: string | null | undefined): Promise<CommentFacts['quote']> => {
  const answered = uuid ? await unlessMissing(deps.api.getComment({ comment_uuid: uuid })) : undefined
  if (!answered) return undefined
  const { authorName, text } = await saidIn(
    deps,
    answered,
    await partByComment(deps.database.sql, answered.uuid),
  )
  return { authorName, text }
}

export const commentFacts = async (
  deps: BotDeps,
  comment: Comment,
  own?: ReplyPart,
): Promise<CommentFacts> => {
  const { authorName, text, inSlack } = await saidIn(deps, comment, own)
  return {
    uuid: comment.uuid,
    authorName,
    text,
    iconUrl: inSlack ? undefined : await authorIcon(deps, comment.created_by_uuid),
    createdAt: comment.created_at ?? undefined,
    editedAt: editedAtOf(comment),
    quote: await quoted(deps, comment.replied_to_comment_uuid),
  }
}

/** For our own comments the stored project is enough: they are not posted, so the tracker is not asked. */
const ownNotes = async (deps: BotDeps, comment: Comment, part: ReplyPart | undefined) => {
  const taskUuid = taskOfComment(comment)
  const known = taskUuid === undefined ? undefined : await knownTask(deps.database.sql, taskUuid)
  const told = known && {
    projectUuid: known.projectUuid,
    byCustomer: await isByStranger(deps, part),
  }
  return commentNotes(comment, told)
}

/** Posts in the task's thread. A comment under two event names has one ledger row, so is posted once. */
export const onComment = async (deps: BotDeps, event: CommentEvent): Promise<Decision> => {
  const comment = await unlessMissing(deps.api.getComment({ comment_uuid: event.objectUuid }))
  if (!comment) return dropped('not verified: the tracker has no such comment')
  const own = await ownComment(deps, comment)
  if (own) return dropped('own comment', { notes: await ownNotes(deps, comment, own.part) })
  const taskUuid = taskOfComment(comment)
  if (taskUuid === undefined) return dropped('not on a task')
  const view = await lookAtTask(deps, taskUuid, comment.parent_object_uuid ?? undefined, 'tracker')
  if (!view) return dropped('not verified: the tracker has no such task', { notes: commentNotes(comment) })
  const told = { projectUuid: view.project.uuid, byCustomer: await isByCustomer(deps, event, comment) }
  const channels = await channelsOfTask(deps, view)
  return handled(await plan(deps, event, comment, view, channels), {
    task: view,
    notes: commentNotes(comment, told),
    subject: commentSubject(view, event, comment),
    policies: channels,
    mentioned: event.name === 'comment_mention' ? comment.uuid : undefined,
  })
}

const plan = async (
  deps: BotDeps,
  event: CommentEvent,
  comment: Comment,
  view: TaskInView,
  channels: readonly ProjectChannel[],
): Promise<Planned[]> => {
  const readers = await audience(deps, channels, event.name, view.internal)
  if (readers.length === 0) return []
  const facts = await commentFacts(deps, comment)
  return readers.flatMap((reader): Planned[] => [
    ...cardIn(view, reader),
    {
      channel: reader.channel,
      kind: 'comment',
      objectUuid: comment.uuid,
      op: 'post',
      on: { kind: 'task_card', uuid: view.uuid },
      facts: { ...facts, cutUrl: taskUrl(view, reader) },
    },
  ])
}
