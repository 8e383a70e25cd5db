import { waitLeft } from '../../../contract/dates.ts'
import { isRefusal } from '../../../contract/problem.ts'
import { endCorrection, isOpen, replyById, type ReplyRow, settleReply } from '../store/replies.ts'
import {
  beginPart,
  isUnconfirmed,
  isUnsent,
  markUnknown,
  type ReplyPart,
  replyToSend,
  setPart,
  takePartBack,
  partsOf,
} from '../store/parts.ts'
import { LeaseLost, RetryLater } from '../../../lanes/lanes.ts'
import { mayComment } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { BotJob } from '../../store/payloads.ts'
import { apiUserKey, apiUserSeenKey, writeKey } from '../../store/key-values.ts'
import type { Comment } from '../../../contract/comment.ts'
import { newParts, splitAuthor } from './comment-words.ts'
import { NotShared, refuseReply, Unconfirmed } from './refuse-reply.ts'
import { mayExist } from '../../tracker/tracker-says.ts'
import { isOutdated } from './late-reply.ts'
import { readersOfOwn, showPending } from './pending.ts'
import type { Tx } from '../../store/database.ts'
import { reactions } from '../../kit/ids.ts'
import type { CommentReadersFacts } from '../../kit/task-card.ts'
import { type WantedPost, writePosts } from '../posts/decision.ts'
import { mayTell, routeTo } from '../../audience/audience.ts'
import { taskInView } from '../../tracker/task-in-view.ts'
import { taskCardPost } from '../posts/task-cards.ts'
import type { AwaitedBy } from '../kinds/form.ts'
import { notifyPosted } from '../posts/post-trouble.ts'
import { withTrace } from '../../../log.ts'
import { asSlackAllows } from '../../answers/notify.ts'
import { nextToReact, noteAdded, noteRemoved, reactionJob } from '../store/reactions.ts'

/** Checked in every attempt: the task may be internal by now. Returns whether the author may comment on internal ones. */
const mayCommentOnInternal = async ({ slack }: BotDeps, { user_id: author, internal }: ReplyRow) => {
  const by = await slack.person(author)
  if (!mayComment(by, internal === 1)) throw new NotShared('not shared')
  return mayComment(by, true)
}

/** Waits for the echo, because the comment may exist: so the order is kept, and nothing is sent twice. */
const awaitEcho = async (deps: BotDeps, part: ReplyPart): Promise<never> => {
  if (!(await markUnknown(deps.database.sql, part))) throw new RetryLater(0, 'the echo came first')
  const left = waitLeft(part.attempted_at ?? 0, deps.echoWaitMs, deps.now())
  // Checks again every few seconds, in case the echo comes just before the lane starts to wait.
  if (left > 0)
    throw new RetryLater(Math.min(left, 5_000), 'waiting for the echo of a comment whose answer never came')
  throw new Unconfirmed('the tracker neither answered nor announced the comment')
}

interface ToSend {
  reply: ReplyRow
  parts: readonly ReplyPart[]
  /** How a comment by command appears once all parts are sent. */
  shown: ShownComment | undefined
  evenInternal: boolean
  /** The author of our last comment, as it is stored. */
  author: string | undefined
}

/** The last part settles the reply, in the transaction that stores the tracker's answer. */
const sendPart = async (deps: BotDeps, job: BotJob<'reply'>, toSend: ToSend, part: ReplyPart) => {
  const { reply, parts, shown, evenInternal, author } = toSend
  const store = ({ uuid, created_by_uuid: by }: Comment, isOwner: boolean) =>
    deps.database.mayBeLost.transaction(async (tx) => {
      await setPart(tx.sql, part, { state: 'done', comment_uuid: uuid })
      if (by && by !== author) await writeKey(tx.sql, ownAuthorKey(deps), by)
      if (part !== parts.findLast(isUnsent)) return
      const next = await finishReply(deps, tx, reply, shown)
      await (isOwner ? job.done(tx, next) : deps.lanes.enqueue(tx, next))
    })
  let attemptedAt: number | undefined
  const beforeSend = async () => {
    const now = deps.now()
    if (!(await beginPart(deps.database, reply, parts, part, { now, evenInternal })))
      throw new RetryLater(500, 'the reply or its task was changed, or another node sends it')
    attemptedAt = now
  }
  try {
    const newComment = { task_uuid: part.task_uuid, message_plain: part.body }
    const comment = await deps.api.createComment(newComment, { beforeSend })
    try {
      await store(comment, true)
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error
      // The comment is there, whichever node has the lane by now.
      await store(comment, false)
    }
  } catch (error) {
    // The call still waited for its turn, so nothing was sent.
    if (attemptedAt === undefined) throw error
    if (mayExist(error)) return await awaitEcho(deps, { ...part, attempted_at: attemptedAt })
    await takePartBack(deps.database.sql, part, attemptedAt)
    throw error
  }
}

/** The setting that keeps who wrote our last comment. */
const ownAuthorKey = ({ apiUserUuid }: BotDeps): string =>
  apiUserUuid === undefined ? apiUserKey : apiUserSeenKey

/** Lane `reply`, one per task: sends replies as comments, in order, exactly once. */
export const sendReply = async (deps: BotDeps, job: BotJob<'reply'>): Promise<void> => {
  const found = await replyToSend(deps.database.sql, job.payload.reply, ownAuthorKey(deps))
  if (!found || !isOpen(found.reply)) return
  const { reply, parts: storedParts, apiUser: author } = found
  // Marks replies that waited too long, including those behind this one.
  const late = deps.now() - deps.pendingReactionMs
  if (reply.created_at <= late) await showPending(deps, reply.task_uuid, late)
  // Before Slack or the tracker is asked anything, so that a reply in a long line costs little.
  const wait = deps.tracker?.place?.(`${deps.database.installation} ${reply.id}`) ?? 0
  if (wait > 0) throw new RetryLater(wait, 'waiting for its place in the line of writes')
  try {
    const unconfirmed = storedParts.find(isUnconfirmed)
    if (unconfirmed) return await awaitEcho(deps, unconfirmed)
    if (await isOutdated(deps, reply, storedParts)) throw new RetryLater(0, 'the reply was changed in Slack')
    const shown = await shownComment(deps, reply)
    // A retry sends the same text.
    const parts = storedParts.length > 0 ? storedParts : await newParts(deps, reply)
    const open = parts.filter(isUnsent)
    if (open.length === 0)
      return await deps.database.transaction(async (tx) =>
        job.done(tx, await finishReply(deps, tx, reply, shown)),
      )
    const evenInternal = await mayCommentOnInternal(deps, reply)
    for (const part of open) await sendPart(deps, job, { reply, parts, shown, evenInternal, author }, part)
  } catch (error) {
    if (!(await refuseReply(deps, job, reply, error))) throw error
  }
}

interface ShownComment {
  /** The thread's root. Undefined if the channel may not read it: only its author may. */
  readonly card: WantedPost | undefined
  readonly readers: CommentReadersFacts
}

/** Undefined for a reply. If the tracker does not show the task, only the card is missing. */
export const shownComment = async (deps: BotDeps, reply: ReplyRow): Promise<ShownComment | undefined> => {
  if (reply.ts !== null) return undefined
  const route = await routeTo(deps, reply.channel)
  const look = taskInView(deps, reply.task_uuid, reply.projectUuid ?? undefined, 'verified')
  const view = await look.catch((error: unknown) => {
    if (!isRefusal(error)) throw error
    return undefined
  })
  const card = view && (await mayTell(deps, route, view)) ? taskCardPost(view, route) : undefined
  return { card, readers: await readersOfOwn(deps, reply) }
}

/** The author hears that the comment is there, in the thread where they asked for it. */
const awaitedByOf = (
  { id, user_id: user, taskName, thread_ts: threadTs }: ReplyRow,
  readers?: CommentReadersFacts,
): AwaitedBy => ({
  reply: id,
  user,
  taskName: taskName ?? 'the task',
  threadTs: threadTs ?? undefined,
  readers,
})

/**
 * Posts a comment made by command or dialog in the task's thread. Then its author gets the link. The reply that it corrects
 * gets ✅.
 */
const showOwnComment = async (deps: BotDeps, tx: Tx, reply: ReplyRow, shown: ShownComment | undefined) => {
  const { id, channel } = reply
  const card = shown?.card
  const tell = awaitedByOf(reply, shown?.readers)
  const notifyNow = async () => {
    await notifyPosted(deps, tx, channel, tell)
    return []
  }
  if (await endCorrection(tx, id)) await deps.lanes.enqueue(tx, [reactionJob('add')])
  if (!card) return notifyNow()
  const parts = await partsOf(tx.sql, id)
  const comments = parts.map((part) => ({
    channel,
    kind: 'comment' as const,
    objectUuid: part.comment_uuid ?? '',
    on: { kind: 'task_card' as const, uuid: card.objectUuid },
    facts: { uuid: part.comment_uuid ?? undefined, ...splitAuthor(part.body) },
    // The last part notifies the author: then the thread exists.
    tell: part === parts.at(-1) ? tell : undefined,
  }))
  const jobs = await writePosts(deps, tx, undefined, [card, ...comments])
  return jobs.length === 0 ? notifyNow() : jobs
}

/** ✅ replaces ⏳ or ⚠️, or nothing does, if the message was edited since it was sent. The answer and the event may both call this; only the first has an effect. Returns the jobs that show it. */
export const finishReply = async (
  deps: BotDeps,
  tx: Tx,
  reply: ReplyRow,
  shown: ShownComment | undefined,
) => {
  const settled = { error: null, request_id: null, settled_at: deps.now(), reaction: reactions.done }
  if (!(await settleReply(tx.sql, reply, { state: 'done', ...settled }))) return []
  tx.afterCommit(() => {
    deps.metrics.commented(deps.now() - reply.created_at)
    deps.log.info({ trace: `reply-${reply.id}`, task: reply.task_uuid }, 'a reply is a comment')
  })
  return reply.ts === null ? showOwnComment(deps, tx, reply, shown) : [reactionJob('add')]
}

/** The channel takes no ✅, for example because it was archived, so the author hears of the comment directly. */
const notifyInstead = async (deps: BotDeps, tx: Tx, id: number): Promise<void> => {
  const reply = await replyById(tx.sql, id)
  if (reply) await notifyPosted(deps, tx, reply.channel, awaitedByOf(reply))
}

/** Lanes `reaction`: ⏳, ✅ or ⚠️ on the most urgent reply, which may be another than the one that queued the job. */
export const showReaction = async (deps: BotDeps, job: BotJob<'reaction'>): Promise<void> => {
  const { op } = job.payload
  const reply = await nextToReact(deps.database.mayBeLost.sql, op, job.attempt - 1)
  if (!reply) return
  const { id, channel, ts } = reply
  const isAdded = op === 'add'
  const names = (isAdded ? reply.reaction : reply.leftover).split(' ').filter((name) => name !== '')
  const call = isAdded ? deps.slack.react : deps.slack.unreact
  let isClosed = false
  for (const name of names) {
    const refused = await withTrace(`reply-${id}`, () =>
      asSlackAllows(deps, { op, channel, ts }, () => call(channel, ts, name)),
    )
    isClosed ||= refused?.kind === 'channel'
  }
  await deps.database.mayBeLost.transaction(async (tx) => {
    // With ⚠️, the author got a message already.
    if (isClosed && isAdded && reply.reaction === reactions.done) await notifyInstead(deps, tx, id)
    const next = isAdded ? await noteAdded(tx, reply) : await noteRemoved(tx, reply)
    // The other lane goes on with what is left.
    await job.done(tx, next ? [reactionJob(next)] : [])
  })
}
