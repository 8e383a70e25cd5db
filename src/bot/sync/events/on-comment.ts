import { taskPages } from '../../tracker/views.ts'
import type { Comment } from '../../../contract/comment.ts'
import type { User } from '../../../contract/user.ts'
import { authorIn } from '../kinds/comment.ts'
import { type PostRow, postsAbout } from '../store/posts.ts'
import type { TrackerEvent } from '../../../contract/event.ts'
import { isReceivedElsewhere, type ProjectChannel } from '../../store/project-channels.ts'
import { type ReplyRow, replyById } from '../store/replies.ts'
import { type ReplyPart, isUnsent, partByComment, partsOf, setPart } from '../store/parts.ts'
import { knownTask } from '../../store/known-projects.ts'
import type { CommentFacts } from '../../kit/comment.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { type Reader, audience } from '../../audience/audience.ts'
import { apiUser, authorIcon, authorShown, peopleOf } from '../../tracker/people.ts'
import { type Decision, type WantedPost, dropped, handled, unverified } from '../posts/decision.ts'
import { channelsOfTask, inTaskThread, taskSubject } from '../posts/task-cards.ts'
import { wordsNow, saysTheSame, splitAuthor } from '../replies/comment-words.ts'
import { type TaskInView, lookAtTask, taskNotes } from '../../tracker/task-in-view.ts'
import { type CommentInView, lookAtComment } from '../../tracker/comment-in-view.ts'
import { type AroundComment, aroundComment, commentNotes } from '../store/comments.ts'
import { RetryLater } from '../../../lanes/lanes.ts'
import { finishReply, shownComment } from '../replies/send-reply.ts'

/**
 * The reply that became this comment. The event may come before our POST is answered, and the answer may never come:
 * then the text decides. While the answer is awaited, any author matches, because the stored API user may be wrong or of
 * an old key. A comment that another workspace sent through the same tracker is new here.
 */
const ownComment = async (deps: BotDeps, comment: CommentInView, around: AroundComment) => {
  const { own, unconfirmed } = around
  if (own) return { part: own }
  const author = deps.apiUserUuid ?? around.apiUser
  const isOurs = author !== undefined && author === comment.authorUuid
  const isLikely = isOurs || author === undefined || comment.authorUuid === undefined
  const awaitedSince = deps.now() - deps.echoWaitMs
  const part = unconfirmed.find(
    ({ body, attempted_at: at }) =>
      saysTheSame(body, comment.text) && (isLikely || (at ?? 0) >= awaitedSince),
  )
  if (part) {
    await adopt(deps, part, comment)
    return { part }
  }
  if (!isOurs || (await deps.isSentElsewhere(comment))) return undefined
  // Somebody may have edited the comment before the tracker answered which reply it is.
  if (unconfirmed.some(({ state }) => state === 'sending'))
    throw new RetryLater(500, 'a reply on this task is being sent: this may be its comment')
  return { part: undefined }
}

const adopt = async (deps: BotDeps, part: ReplyPart, comment: CommentInView): Promise<void> => {
  const reply = await replyById(deps.database.sql, part.reply_id)
  if (!reply) return
  const shown = await shownComment(deps, reply)
  await deps.database.transaction(async (tx) => {
    await setPart(tx.sql, part, { state: 'done', comment_uuid: comment.uuid })
    const parts = await partsOf(tx.sql, reply.id)
    if (!parts.some(isUnsent)) await deps.lanes.enqueue(tx, await finishReply(deps, tx, reply, shown))
  })
  await deps.lanes.resume('reply', part.task_uuid)
}

interface Words {
  authorName: string
  text: string
  inSlack: boolean
  /** The author, if the tracker lists them. */
  user?: User | undefined
}

type KnownOfAuthor = Parameters<typeof authorShown>[2]

/** The author as a message of the comment names them. */
export const namedIn = ([copy]: readonly PostRow[]) => copy && authorIn(copy)

/** A comment's author and text. The API user wrote what people said in Slack. `own`: our part that became the comment. */
export const commentWords = async (
  deps: BotDeps,
  comment: CommentInView,
  own: ReplyPart | undefined,
  known: KnownOfAuthor,
): Promise<Words> => {
  const { text } = comment
  if (own) return { ...wordsNow(own.body, text), inSlack: true }
  if (await deps.isSentElsewhere(comment)) return { ...splitAuthor(text), inSlack: true }
  return { ...(await authorShown(deps, comment, known)), text, inSlack: false }
}

/** Of an author about whom nothing is known, and nothing asked. */
export const unknownAuthor: KnownOfAuthor = { accountName: undefined, mayAsk: false }

/** The same for a comment that may be posted. Then its author keeps the name of then. */
export const findCommentWords = async (
  deps: BotDeps,
  comment: CommentInView,
  known: KnownOfAuthor,
): Promise<Words> => {
  const { sql } = deps.database
  const words = await commentWords(deps, comment, await partByComment(sql, comment.uuid), known)
  const named = words.inSlack ? undefined : namedIn(await postsAbout(sql, 'comment', comment.uuid))
  return { ...words, authorName: named ?? words.authorName }
}

/** The name of the person who wrote a comment. Empty if only the API user's name is known, because that is no person. */
export const writerOf = async (deps: BotDeps, comment: CommentInView, { authorName, inSlack }: Words) => {
  if (inSlack || comment.authorUuid === undefined) return authorName
  return comment.authorUuid === (await apiUser(deps, deps.database.sql)) ? '' : authorName
}

type NewComment = CommentFacts & { uuid: string }
type CommentEvent = Extract<TrackerEvent, { name: 'comment_new' | 'comment_reply' | 'comment_mention' }>

/** Of another task's comment, nothing: its readers may be others. */
const quoteOf = async (
  deps: BotDeps,
  uuid: string,
  { uuid: task, project: { accountName } }: TaskInView,
): Promise<CommentFacts['quote']> => {
  const comment = await lookAtComment(deps, uuid)
  if (!comment || comment.taskUuid !== task) return undefined
  const { authorName, text } = await findCommentWords(deps, comment, { accountName, mayAsk: true })
  return { authorName, text }
}

export const commentFacts = async (
  deps: BotDeps,
  view: TaskInView,
  { uuid, editedAt, repliedTo }: CommentInView,
  { authorName, text, user }: Words,
  stored?: AroundComment,
): Promise<NewComment> => ({
  uuid,
  authorName,
  text,
  iconUrl: user && (await authorIcon(deps, user, stored)),
  editedAt,
  quote: repliedTo === undefined ? undefined : await quoteOf(deps, repliedTo, view),
})

const linesFor = (
  view: TaskInView,
  readers: readonly Reader[],
  facts: NewComment,
  byCustomer: boolean,
): WantedPost[] => {
  const { url: cutUrl, portalUrl } = taskPages(view, { shared: false })
  const words = byCustomer || facts.text.includes('@') || undefined
  const line = {
    kind: 'comment',
    objectUuid: facts.uuid,
    facts: { ...facts, cutUrl, portalUrl },
    words,
  } as const
  return readers.flatMap((reader) => inTaskThread(view, reader, line))
}

/** A reply by an outsider in a shared channel counts as the customer's. */
const isByStranger = async (deps: BotDeps, reply: ReplyRow | undefined): Promise<boolean> => {
  const person = reply && (await deps.slack.person(reply.user_id).catch(() => undefined))
  return person?.role === 'stranger'
}

/** For our own comments the stored project is enough. */
const ownNotes = async (deps: BotDeps, comment: CommentInView, words: Words, byCustomer: boolean) => {
  const { taskUuid } = comment
  const stored = taskUuid === undefined ? undefined : await knownTask(deps.database.sql, taskUuid)
  const origin = stored && { projectUuid: stored.projectUuid, byCustomer }
  return commentNotes(comment, await writerOf(deps, comment, words), origin)
}

/** The tracker may trim or escape a comment. Then our own record has its words as they were sent. */
const ownFacts = async (
  deps: BotDeps,
  view: TaskInView,
  comment: CommentInView,
  words: Words,
  { body }: ReplyPart,
  { user_id: author }: ReplyRow,
) => {
  const { text } = comment
  const { imageUrl: iconUrl } = await deps.slack.person(author)
  const asSent = wordsNow(body, saysTheSame(body, text) ? body : text)
  return { ...(await commentFacts(deps, view, comment, words)), ...asSent, iconUrl }
}

/** Which of the project's channels may get the comment. */
type Among = (channel: ProjectChannel) => boolean

/** A reply is posted in the project's other channels. In its own, people see it as its author wrote it. */
const onOwnComment = async (
  deps: BotDeps,
  event: CommentEvent,
  { comment, part, among }: { comment: CommentInView; part: ReplyPart | undefined; among: Among },
): Promise<Decision> => {
  const { sql } = deps.database
  const reply = part && (await replyById(sql, part.reply_id))
  const words = await commentWords(deps, comment, part, unknownAuthor)
  const byCustomer = await isByStranger(deps, reply)
  const notes = await ownNotes(deps, comment, words, byCustomer)
  if (!part || !reply || !(await isReceivedElsewhere(sql, reply.channel, reply.projectUuid)))
    return dropped('own comment', { notes })
  const view = await lookAtTask(deps, reply.task_uuid, reply.projectUuid ?? undefined, 'verified')
  if (!view) return dropped('own comment', { notes })
  const others = (await channelsOfTask(deps, view)).filter(
    (one) => one.channel !== reply.channel && among(one),
  )
  const readers = await audience(deps, others, event.name, view.internal)
  const allNotes = [...taskNotes(view), ...notes]
  if (readers.length === 0) return dropped('own comment', { notes: allNotes })
  const facts = await ownFacts(deps, view, comment, words, part, reply)
  return handled(linesFor(view, readers, facts, byCustomer), {
    notes: allNotes,
    subject: taskSubject(view, event),
    policies: others,
  })
}

/** `isCustomer`: what else says it. */
export const isByCustomer = async (
  deps: BotDeps,
  isCustomer: boolean | null | undefined,
  { authorUuid }: CommentInView,
): Promise<boolean> => {
  if (typeof isCustomer === 'boolean') return isCustomer
  if (authorUuid === undefined) return false
  const customers = await peopleOf(deps, true).catch(() => [])
  return customers.some(({ uuid }) => uuid === authorUuid)
}

/** Posts in the task's thread. A comment under two event names is one post. */
const decide = async (deps: BotDeps, event: CommentEvent, among: Among): Promise<Decision> => {
  const comment = await lookAtComment(deps, event.objectUuid)
  if (!comment) return unverified('the tracker has no such comment')
  deps.stored.add(1, comment.text.length)
  const stored = await aroundComment(deps.database.sql, comment, deps.now())
  const own = await ownComment(deps, comment, stored)
  const { isCrowded } = stored
  if (own) return { ...(await onOwnComment(deps, event, { comment, part: own.part, among })), isCrowded }
  const { taskUuid, projectUuid } = comment
  if (taskUuid === undefined) return dropped('not on a task')
  const view = await lookAtTask(deps, taskUuid, projectUuid, 'verified', stored.facts)
  if (!view) {
    const { authorName } = await commentWords(deps, comment, undefined, unknownAuthor)
    return unverified('the tracker has no such task', { notes: commentNotes(comment, authorName) })
  }
  const byCustomer = await isByCustomer(deps, event.modifiedBy?.is_customer, comment)
  const { uuid: project, accountName } = view.project
  // The stored channels are void if the tracker's project is another one, or has changed.
  const isSame = view.project === stored.facts.project
  const channels = (isSame ? stored.channels : await channelsOfTask(deps, view)).filter(among)
  const readers = await audience(deps, channels, event.name, view.internal)
  const known = { accountName, isCustomer: byCustomer, mayAsk: readers.length > 0 }
  const words = await commentWords(deps, comment, undefined, known)
  const facts = readers.length > 0 ? await commentFacts(deps, view, comment, words, stored) : undefined
  return handled(facts ? linesFor(view, readers, facts, byCustomer) : [], {
    notes: [
      ...taskNotes(view),
      ...commentNotes(comment, words.authorName, { projectUuid: project, byCustomer }),
    ],
    subject: taskSubject(view, event),
    policies: channels,
    isCrowded,
    mentioned: event.name === 'comment_mention' ? comment.uuid : undefined,
  })
}

const onComment = (deps: BotDeps, event: CommentEvent): Promise<Decision> => decide(deps, event, () => true)

/** A comment that no event told of: for channels that were subscribed when it was written. */
export const onMissedComment = (
  deps: BotDeps,
  { comment, name, at }: { comment: Comment; name: CommentEvent['name']; at: number },
): Promise<Decision> => {
  const timestamp = new Date(at).toISOString()
  const ids = { objectUuid: comment.uuid, projectUuid: comment.parent_object_uuid ?? undefined }
  const event = {
    name,
    ...ids,
    timestamp,
    version: '',
    occurrence: '',
    modifiedBy: undefined,
    payload: { comment },
  }
  return decide(deps, event, ({ since }) => since <= at)
}

export const commentHandlers = {
  comment_new: onComment,
  comment_reply: onComment,
  comment_mention: onComment,
}
