import type { Comment } from '../../../contract/comment.ts'
import type { TrackerEvent } from '../../../contract/event.ts'
import type { Tx } from '../../store/database.ts'
import type { CommentFacts, CommentLineFacts } from '../../messages/events/comment-line.ts'
import type { BotDeps } from '../../deps.ts'
import { audience } from '../../access/audience.ts'
import { commentNoted } from '../tracker/index-event.ts'
import { authorIcon } from '../ledger/author-icon.ts'
import { type Decision, dropped, handled, type Planned } from '../ledger/decision.ts'
import { commentSubject } from '../ledger/subject.ts'
import { isOwnComment } from './own-comment.ts'
import { queueMentioned } from './queue-mentioned.ts'
import { authorOf, keepComment, taskOf } from '../tracker/keep-comment.ts'
import { type TaskInView, taskInView, taskUrl } from '../tracker/task-in-view.ts'
import { plannedCard } from '../ledger/planned-card.ts'
import { unlessMissing } from '../tracker/tracker-trouble.ts'

type CommentEvent = Extract<TrackerEvent, { name: 'comment_new' | 'comment_reply' | 'comment_mention' }>

const quoted = async (deps: BotDeps, uuid: string | null | undefined): Promise<CommentLineFacts['quote']> => {
  const answered = uuid ? await unlessMissing(deps.api.getComment({ comment_uuid: uuid })) : undefined
  return answered && { authorName: authorOf(answered), text: answered.message_plain }
}

export const commentFacts = async (deps: BotDeps, comment: Comment): Promise<CommentFacts> => ({
  uuid: comment.uuid,
  authorName: authorOf(comment),
  text: comment.message_plain,
  createdAt: comment.created_at ?? undefined,
  editedAt: comment.edited_at ?? undefined,
  quote: await quoted(deps, comment.replied_to_comment_uuid),
  iconUrl: await authorIcon(deps, comment.created_by_uuid),
})

/**
 * A new comment, a reply or a mention: a reply in the task's thread. The same comment announced under two
 * names is one ledger row a channel, so it is posted once.
 */
export const onComment = async (deps: BotDeps, event: CommentEvent): Promise<Decision> => {
  const comment = await unlessMissing(deps.api.getComment({ comment_uuid: event.objectUuid }))
  if (!comment) return dropped('not verified: the tracker has no such comment')
  await keepComment(deps, comment)
  const taskUuid = taskOf(comment)
  if (await isOwnComment(deps, comment)) {
    const at = taskUuid && { taskUuid, projectUuid: undefined, own: true }
    return { ...dropped('own comment'), ...(at && { also: await commentNoted(deps, event, comment, at) }) }
  }
  if (taskUuid === undefined) return dropped('not on a task')
  const view = await taskInView(deps, taskUuid, comment.parent_object_uuid ?? undefined, 'tracker')
  if (!view) return dropped('not verified: the tracker has no such task')
  const mentions = event.name === 'comment_mention'
  const planned = await plan(deps, event, comment, view)
  const at = { taskUuid, projectUuid: view.project.uuid, own: false }
  const noted = await commentNoted(deps, event, comment, at)
  const also = async (tx: Tx) => {
    await noted(tx)
    if (mentions) await queueMentioned(deps, tx, comment.uuid)
  }
  return handled(planned, also, commentSubject(view, event, comment))
}

const plan = async (
  deps: BotDeps,
  event: CommentEvent,
  comment: Comment,
  view: TaskInView,
): Promise<Planned[]> => {
  const routes = await audience(deps, event.name, view.project, view.internal)
  if (routes.length === 0) return []
  const facts = await commentFacts(deps, comment)
  return routes.flatMap((route): Planned[] => [
    plannedCard(view, route, true),
    {
      channel: route.channel,
      kind: 'comment',
      objectUuid: comment.uuid,
      op: 'post',
      on: { kind: 'task_card', uuid: view.uuid },
      facts: { ...facts, cutUrl: taskUrl(view, route) },
    },
  ])
}
