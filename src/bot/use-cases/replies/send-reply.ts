import { ApiProblem } from '../../../contract/problem.ts'
import {
  beginPart,
  isOpen,
  markUnknown,
  partsOf,
  replyById,
  type ReplyPart,
  type ReplyRow,
  setPart,
  takePartBack,
} from '../../store/replies/replies.ts'
import type { Tx } from '../../store/database.ts'
import { RetryLater } from '../../../lanes/lanes.ts'
import type { BotDeps } from '../../deps.ts'
import type { BotJob } from '../../payloads.ts'
import { learnApiUser } from '../tracker/api-user.ts'
import { cardForComment } from '../ledger/confirm-comment.ts'
import { finishReply } from './finish-reply.ts'
import { type Receipt, receiptAhead } from './give-receipt.ts'
import { replyBodies } from '../ledger/reply-body.ts'
import { abandonReply, isRefusal, refuseReply, Unconfirmed } from './refuse-reply.ts'
import { signWaiting } from './sign-waiting.ts'
import { laneTrouble } from '../tracker/lane-trouble.ts'

interface Sending {
  reply: ReplyRow
  parts: readonly ReplyPart[]
  receipt: Receipt | undefined
}

/** What there is to send: as an earlier attempt fixed it, or made now of the text. */
const prepare = async (deps: BotDeps, reply: ReplyRow): Promise<Sending> => {
  const fixed = await partsOf(deps.database.sql, reply.id)
  // In an outage the tracker is not asked for more than the comment, at every attempt.
  if (fixed.length > 0) return { reply, parts: fixed, receipt: undefined }
  const [bodies, receipt] = await Promise.all([
    replyBodies(deps, reply),
    reply.ts === null ? undefined : receiptAhead(deps, reply),
  ])
  const parts = bodies.map((body, part) => ({
    reply_id: reply.id,
    part,
    task_uuid: reply.task_uuid,
    body,
    state: 'waiting' as const,
    attempted_at: null,
    comment_uuid: null,
  }))
  return { reply, parts, receipt }
}

/**
 * A part whose POST got no usable answer, or whose answer died with a process: the comment may exist. Its echo
 * tells; until then the thread waits, so that order is kept and nothing is said twice.
 */
const awaitEcho = async (deps: BotDeps, part: ReplyPart): Promise<false> => {
  // The echo came first and settled the part.
  if (!(await markUnknown(deps.database.sql, part))) return false
  const left = (part.attempted_at ?? 0) + deps.echoWaitMs - deps.now()
  // Looks again every few seconds, should the echo come in the moment before the lane begins to wait.
  const pause = Math.min(left, 5_000)
  if (left > 0) throw new RetryLater(pause, 'waiting for the echo of a comment whose answer never came')
  throw new Unconfirmed('the tracker neither answered nor announced the comment')
}

const mayExist = (error: unknown) =>
  !(error instanceof ApiProblem) || error.kind === 'unknown' || error.kind === 'unexpected'

/** Whether this ended the reply: the last part of a thread reply does, in the transaction that keeps the answer. */
const sendPart = async (
  deps: BotDeps,
  { reply, parts, receipt }: Sending,
  part: ReplyPart,
): Promise<boolean> => {
  const ends = part === parts.at(-1) && reply.ts !== null
  if (part.state === 'done') return false
  if (part.state !== 'waiting') return awaitEcho(deps, part)
  let attemptedAt: number | undefined
  const beforeSend = async () => {
    const now = deps.now()
    if (!(await beginPart(deps.database, reply, parts, part, now)))
      throw new RetryLater(500, 'the reply was changed, or another node sends it')
    attemptedAt = now
  }
  try {
    const words = { task_uuid: part.task_uuid, message_plain: part.body }
    const comment = await deps.api.createComment(words, { beforeSend })
    await deps.database.transaction(async (tx) => {
      await setPart(tx.sql, part, { state: 'done', comment_uuid: comment.uuid })
      await learnApiUser(deps, tx.sql, comment.created_by_uuid)
      if (ends) await finishReply(deps, tx, reply, { receipt })
    })
    return ends
  } catch (error) {
    // It waited for its turn, and was not sent.
    if (attemptedAt === undefined) throw error
    if (mayExist(error)) return awaitEcho(deps, { ...part, attempted_at: attemptedAt })
    await takePartBack(deps.database.sql, part, attemptedAt)
    throw error
  }
}

/**
 * A comment made by command is shown in its task's thread, under a card for which the tracker is asked. The
 * comment exists whatever becomes of this: a tracker that will not show its task costs the card alone.
 */
const finish = async (deps: BotDeps, reply: ReplyRow): Promise<void> => {
  const card =
    reply.ts === null
      ? await cardForComment(deps, reply).catch((error: unknown) => {
          if (!isRefusal(error)) throw error
          return undefined
        })
      : undefined
  await deps.database.transaction((tx) => finishReply(deps, tx, reply, { card }))
}

/** Lane `reply`, one a task: a person's words become comments, in order, each exactly once. */
export const sendReply =
  (deps: BotDeps) =>
  async (job: BotJob<'reply'>): Promise<void> => {
    const reply = await replyById(deps.database.sql, job.payload.reply)
    if (!reply || !isOpen(reply)) return
    // What waited here, or was left by a node that died, and what is behind it.
    const late = deps.now() - deps.pendingSignMs
    if (reply.created_at <= late) await signWaiting(deps, reply.task_uuid, late)
    let ended = false
    try {
      const sending = await prepare(deps, reply)
      for (const part of sending.parts) ended = await sendPart(deps, sending, part)
    } catch (error) {
      const refused = await refuseReply(deps, reply, error, (tx) => job.done(tx))
      if (refused) return
      throw await laneTrouble(deps, job, error)
    }
    if (ended) return
    await finish(deps, reply).catch(async (error: unknown) => {
      throw await laneTrouble(deps, job, error)
    })
  }

/** The lane gave the reply up, after a day's outage or for a fault of ours: its author is told. */
export const onReplyAside =
  (deps: BotDeps) =>
  async (tx: Tx, { payload }: Pick<BotJob<'reply'>, 'payload'>, reason: string): Promise<void> => {
    const reply = await replyById(tx.sql, payload.reply)
    if (reply && isOpen(reply)) await abandonReply(deps, tx, reply, reason)
  }
