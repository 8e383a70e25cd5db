import type { Comment } from '../../../contract/comment.ts'
import type { TrackerEvent } from '../../../contract/event.ts'
import { isReceivedElsewhere } from '../../store/project-channels.ts'
import { type ReplyRow, replyById } from '../store/replies.ts'
import { type ReplyPart, isUnsent, partsOf, setPart } from '../store/parts.ts'
import { knownTask } from '../../store/known-tasks.ts'
import type { CommentFacts } from '../../kit/comment.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { type Reader, audience } from '../../audience/audience.ts'
import { authorIcon } from '../../tracker/people.ts'
import { type Decision, type Planned, aboutTask, dropped, handled, taskSubject } from '../posts/decision.ts'
import { channelsOfTask, inTaskThread } from '../posts/task-cards.ts'
import {
  saidNow,
  saysTheSame,
  commentNotes,
  editedAtOf,
  isByCustomer,
  isByStranger,
  type Said,
  saidIn,
  saidOf,
  taskOfComment,
  writerOf,
} from '../replies/comment-words.ts'
import { type TaskInView, lookAtTask, taskUrl } from '../../tracker/task-in-view.ts'
import { unlessMissing } from '../../tracker/tracker-says.ts'
import { type AroundComment, aroundComment } from '../store/around-comment.ts'
import { RetryLater } from '../../../lanes/lanes.ts'
import { cardForComment, finishReply } from '../replies/send-reply.ts'

/**
 * Which reply this comment is, if it came from Slack. Its event may come before our POST is answered, or the answer
 * never: then the text decides. While the answer is awaited, any author matches, because the stored API user may be
 * wrong or of an old key. What another workspace made through the same tracker is new here.
 */
const ownComment = async (deps: BotDeps, comment: Comment, { own, unconfirmed, apiUser }: AroundComment) => {
  if (own) return { part: own }
  const author = deps.apiUserUuid ?? apiUser
  const isOurs = author === comment.created_by_uuid
  const known = author === undefined || isOurs
  const awaitedSince = deps.now() - deps.echoWaitMs
  const part = unconfirmed.find(
    ({ body, attempted_at: at }) =>
      saysTheSame(body, comment.message_plain) && (known || (at ?? 0) >= awaitedSince),
  )
  if (part) {
    await adopt(deps, part, comment)
    return { part }
  }
  if (!isOurs || (await deps.isSentElsewhere(comment))) return undefined
  // Somebody may have changed it before the tracker answered which reply it is.
  if (unconfirmed.some(({ state }) => state === 'sending'))
    throw new RetryLater(500, 'a reply on this task is being sent: this may be its comment')
  return { part: undefined }
}

const adopt = async (deps: BotDeps, part: ReplyPart, comment: Comment): Promise<void> => {
  const reply = await replyById(deps.database.sql, part.reply_id)
  if (!reply) return
  const card = await cardForComment(deps, reply)
  await deps.database.transaction(async (tx) => {
    await setPart(tx.sql, part, { state: 'done', comment_uuid: comment.uuid })
    const parts = await partsOf(tx.sql, reply.id)
    if (!parts.some(isUnsent)) await deps.lanes.enqueue(tx, await finishReply(deps, tx, reply, card))
  })
  await deps.lanes.resume('reply', part.task_uuid)
}

type NewComment = CommentFacts & { uuid: string }
type CommentEvent = Extract<TrackerEvent, { name: 'comment_new' | 'comment_reply' | 'comment_mention' }>

const quoted = async (deps: BotDeps, uuid: string): Promise<CommentFacts['quote']> => {
  const answered = await unlessMissing(deps.api.getComment({ comment_uuid: uuid }))
  if (!answered) return undefined
  const { authorName, text } = await saidOf(deps, answered)
  return { authorName, text }
}

export const commentFacts = async (
  deps: BotDeps,
  comment: Comment,
  { authorName, text, inSlack }: Said,
  stored?: AroundComment,
): Promise<NewComment> => ({
  uuid: comment.uuid,
  authorName,
  text,
  iconUrl: inSlack ? undefined : await authorIcon(deps, comment.created_by_uuid, stored),
  editedAt: editedAtOf(comment),
  quote: comment.replied_to_comment_uuid ? await quoted(deps, comment.replied_to_comment_uuid) : undefined,
})

const linesFor = (view: TaskInView, readers: readonly Reader[], facts: NewComment): Planned[] =>
  readers.flatMap((reader) => {
    const shown = { ...facts, cutUrl: taskUrl(view, reader) }
    return inTaskThread(view, reader, { kind: 'comment', objectUuid: facts.uuid, facts: shown })
  })

/** For our own comments the stored project is enough. */
const ownNotes = async (deps: BotDeps, comment: Comment, said: Said, reply: ReplyRow | undefined) => {
  const taskUuid = taskOfComment(comment)
  const known = taskUuid === undefined ? undefined : await knownTask(deps.database.sql, taskUuid)
  const told = known && {
    projectUuid: known.projectUuid,
    byCustomer: await isByStranger(deps, reply),
  }
  return commentNotes(comment, await writerOf(deps, comment, said), told)
}

/** The tracker may trim or escape a comment. Then our own record has its words as they were sent. */
const ownFacts = async (
  deps: BotDeps,
  comment: Comment,
  said: Said,
  { body }: ReplyPart,
  { user_id: author }: ReplyRow,
) => {
  const { message_plain: text } = comment
  const { imageUrl: iconUrl } = await deps.slack.person(author)
  const asSent = saidNow(body, saysTheSame(body, text) ? body : text)
  return { ...(await commentFacts(deps, comment, said)), ...asSent, iconUrl }
}

/** A reply is posted in the project's other channels. In its own, people see it as its author wrote it. */
const onOwnComment = async (
  deps: BotDeps,
  event: CommentEvent,
  comment: Comment,
  part: ReplyPart | undefined,
): Promise<Decision> => {
  const { sql } = deps.database
  const reply = part && (await replyById(sql, part.reply_id))
  const said = await saidIn(deps, comment, part)
  const notes = await ownNotes(deps, comment, said, reply)
  if (!part || !reply || !(await isReceivedElsewhere(sql, reply.channel, reply.projectUuid)))
    return dropped('own comment', { notes })
  const view = await lookAtTask(deps, reply.task_uuid, reply.projectUuid ?? undefined, 'tracker')
  if (!view) return dropped('own comment', { notes })
  const others = (await channelsOfTask(deps, view)).filter(({ channel }) => channel !== reply.channel)
  const readers = await audience(deps, others, event.name, view.internal)
  if (readers.length === 0) return dropped('own comment', { task: view, notes })
  return handled(linesFor(view, readers, await ownFacts(deps, comment, said, part, reply)), {
    task: view,
    notes,
    subject: aboutTask(view),
    policies: others,
  })
}

/** Posts in the task's thread. A comment under two event names is one post. */
const onComment = async (deps: BotDeps, event: CommentEvent): Promise<Decision> => {
  const comment = await unlessMissing(deps.api.getComment({ comment_uuid: event.objectUuid }))
  if (!comment) return dropped('not verified: the tracker has no such comment')
  const stored = await aroundComment(deps.database.sql, comment, deps.now())
  const own = await ownComment(deps, comment, stored)
  if (own) return onOwnComment(deps, event, comment, own.part)
  const taskUuid = taskOfComment(comment)
  if (taskUuid === undefined) return dropped('not on a task')
  const project = comment.parent_object_uuid ?? undefined
  const view = await lookAtTask(deps, taskUuid, project, 'tracker', stored.known)
  const said = await saidIn(deps, comment, undefined)
  const { authorName } = said
  if (!view)
    return dropped('not verified: the tracker has no such task', { notes: commentNotes(comment, authorName) })
  const told = { projectUuid: view.project.uuid, byCustomer: await isByCustomer(deps, event, comment) }
  // What was read is void if the tracker says something else of the project by now.
  const channels = view.project === stored.known.project ? stored.channels : await channelsOfTask(deps, view)
  const readers = await audience(deps, channels, event.name, view.internal)
  const facts = readers.length > 0 ? await commentFacts(deps, comment, said, stored) : undefined
  const planned = facts ? linesFor(view, readers, facts) : []
  return handled(planned, {
    task: view,
    notes: commentNotes(comment, authorName, told),
    subject: taskSubject(view, event),
    policies: channels,
    mentioned: event.name === 'comment_mention' ? comment.uuid : undefined,
  })
}

export const commentHandlers = {
  comment_new: onComment,
  comment_reply: onComment,
  comment_mention: onComment,
}
