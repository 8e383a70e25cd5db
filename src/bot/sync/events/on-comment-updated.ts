import type { Comment } from '../../../contract/comment.ts'
import type { TrackerEvent } from '../../../contract/event.ts'
import { deliveriesAbout } from '../posts/store/deliveries.ts'
import { partByComment, type ReplyPart } from '../replies/store/replies.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { mayTell, routeTo } from '../../audience/audience.ts'
import { type Decision, dropped, handled, type Planned } from '../posts/plan/decision.ts'
import { commentFacts } from './on-comment.ts'
import { commentNotes, taskOfComment } from '../replies/comment-notes.ts'
import { saidNow } from '../replies/reply-bodies.ts'
import { replyChangedLine } from '../replies/reply-changed-line.ts'
import { lookAtTask, type TaskInView, taskUrl } from '../../tracker/task-in-view.ts'
import { unlessMissing } from '../../tracker/tracker-trouble.ts'

type Event = Extract<TrackerEvent, { name: 'comment_updated' }>

/** The tracker sends an update even if only spaces or the time changed. */
const sameWords = (one: string, other: string) =>
  one.replaceAll(/\s+/g, ' ').trim() === other.replaceAll(/\s+/g, ' ').trim()

/** A line in the thread shows the new text, because the bot cannot edit a person's reply. */
const replyEdited = async (
  deps: BotDeps,
  event: Event,
  comment: Comment,
  own: ReplyPart,
  view: TaskInView,
): Promise<Decision> => {
  const lines = await replyChangedLine(deps, own, comment.uuid, {
    what: 'edited',
    version: event.version,
    ...saidNow(own.body, comment.message_plain),
  })
  const seen = { task: view, notes: commentNotes(comment) }
  const first = lines.every(({ op }) => op === 'post')
  if (first && sameWords(own.body, comment.message_plain)) return dropped('own comment', seen)
  const shown: Planned[] = []
  for (const line of lines) if (await mayTell(deps, await routeTo(deps, line.channel), view)) shown.push(line)
  return lines.length === 0 ? dropped('own comment', seen) : handled(shown, seen)
}

/** Whether the record has other words than the event, and no later edit explains them. */
const isBehind = (comment: Comment, { payload, timestamp }: Event): boolean => {
  const { message_plain: said } = payload.comment
  const isLater = Date.parse(comment.edited_at ?? '') >= Date.parse(timestamp)
  return typeof said === 'string' && said !== comment.message_plain && !isLater
}

/** Updates every posted copy. A comment that was never posted stays unposted. */
export const onCommentUpdated = async (deps: BotDeps, event: Event): Promise<Decision> => {
  const comment = await unlessMissing(deps.api.getComment({ comment_uuid: event.objectUuid }))
  if (!comment) return dropped('not verified: the tracker has no such comment')
  const notes = commentNotes(comment)
  const own = await partByComment(deps.database.sql, comment.uuid)
  const posted = await deliveriesAbout(deps.database.sql, 'comment', comment.uuid)
  if (posted.length === 0 && !own) return dropped('the comment was never posted', { notes })
  const taskUuid = taskOfComment(comment)
  const view =
    taskUuid && (await lookAtTask(deps, taskUuid, comment.parent_object_uuid ?? undefined, 'tracker'))
  if (!view) return dropped('not verified: the tracker has no such task', { notes })
  const edited = own && (await replyEdited(deps, event, comment, own, view))
  const behind = isBehind(comment, event)
  if (edited && posted.length === 0) return { ...edited, behind }
  const facts = await commentFacts(deps, comment, own)
  const planned: Planned[] = [...(edited?.planned ?? [])]
  for (const { channel } of posted) {
    // The task may have become internal since, or its project another customer's.
    const route = await routeTo(deps, channel)
    if (!(await mayTell(deps, route, view))) continue
    planned.push({
      channel,
      kind: 'comment_update',
      objectUuid: `${comment.uuid}@${event.version}`,
      op: 'update',
      on: { kind: 'comment', uuid: comment.uuid },
      facts: { ...facts, cutUrl: taskUrl(view, route) },
    })
  }
  return handled(planned, { task: view, notes, behind })
}
