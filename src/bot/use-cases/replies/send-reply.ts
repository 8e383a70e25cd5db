import { ApiProblem } from '../../../contract/problem.ts'
import {
  beginPart,
  fixParts,
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
import { replyBodies } from '../ledger/reply-body.ts'
import { abandonReply, refuseReply, Unconfirmed } from './refuse-reply.ts'
import { laneTrouble } from '../tracker/lane-trouble.ts'

const isOpen = ({ state }: ReplyRow) => state === 'stored' || state === 'sending' || state === 'unknown'

const preparedParts = async (deps: BotDeps, reply: ReplyRow): Promise<ReplyPart[]> => {
  const { sql } = deps.database
  const prepared = await partsOf(sql, reply.id)
  if (prepared.length > 0) return prepared
  const bodies = await replyBodies(deps, reply)
  const fixed = await deps.database.transaction((tx) => fixParts(tx, reply, bodies))
  if (!fixed) throw new RetryLater(0, 'the reply was changed while it was prepared')
  return partsOf(sql, reply.id)
}

/**
 * A part whose POST got no usable answer, or whose answer died with a process: the comment may exist. Its echo
 * tells; until then the thread waits, so that order is kept and nothing is said twice.
 */
const awaitEcho = async (deps: BotDeps, part: ReplyPart): Promise<void> => {
  // False when the echo came first and settled the part.
  if (!(await markUnknown(deps.database.sql, part))) return
  const left = (part.attempted_at ?? 0) + deps.echoWaitMs - deps.now()
  // Looks again every few seconds, should the echo come in the moment before the lane begins to wait.
  const pause = Math.min(left, 5_000)
  if (left > 0) throw new RetryLater(pause, 'waiting for the echo of a comment whose answer never came')
  throw new Unconfirmed('the tracker neither answered nor announced the comment')
}

const mayExist = (error: unknown) =>
  !(error instanceof ApiProblem) || error.kind === 'unknown' || error.kind === 'unexpected'

const sendPart = async (deps: BotDeps, part: ReplyPart): Promise<void> => {
  const { sql } = deps.database
  if (part.state === 'done') return
  if (part.state !== 'waiting') return awaitEcho(deps, part)
  let attemptedAt: number | undefined
  const beforeSend = async () => {
    const now = deps.now()
    const begun = await deps.database.transaction((tx) => beginPart(tx, part, now))
    if (!begun) throw new RetryLater(500, 'the reply was changed, or another node sends it')
    attemptedAt = now
  }
  try {
    const words = { task_uuid: part.task_uuid, message_plain: part.body }
    const comment = await deps.api.createComment(words, { beforeSend })
    await setPart(sql, part.reply_id, part.part, { state: 'done', comment_uuid: comment.uuid })
    await learnApiUser(deps, sql, comment.created_by_uuid)
  } catch (error) {
    // It waited for its turn, and was not sent.
    if (attemptedAt === undefined) throw error
    if (mayExist(error)) return awaitEcho(deps, { ...part, attempted_at: attemptedAt })
    await takePartBack(sql, part, attemptedAt)
    throw error
  }
}

/** The comment exists whatever becomes of this: a tracker that will not show its task costs the card alone. */
const cardUnlessRefused = async (deps: BotDeps, reply: ReplyRow) => {
  if (reply.ts !== null) return undefined
  try {
    return await cardForComment(deps, reply)
  } catch (error) {
    const refused = error instanceof ApiProblem && ['invalid', 'unresolved', 'not-found'].includes(error.kind)
    if (!refused) throw error
    return undefined
  }
}

/** Lane `reply`, one a task: a person's words become comments, in order, each exactly once. */
export const sendReply =
  (deps: BotDeps) =>
  async (job: BotJob<'reply'>): Promise<void> => {
    const { reply: id } = job.payload
    const reply = await replyById(deps.database.sql, id)
    if (!reply || !isOpen(reply)) return
    try {
      for (const part of await preparedParts(deps, reply)) await sendPart(deps, part)
    } catch (error) {
      const refused = await refuseReply(deps, reply, error, (tx) => job.done(tx))
      if (refused) return
      throw await laneTrouble(deps, job, error)
    }
    const card = await cardUnlessRefused(deps, reply).catch(async (error: unknown) => {
      throw await laneTrouble(deps, job, error)
    })
    await deps.database.transaction(async (tx) => {
      const now = await replyById(tx.sql, id)
      if (now) await finishReply(deps, tx, now, card)
      await job.done(tx)
    })
  }

/** The lane gave the reply up, after a day's outage or for a fault of ours: its author is told. */
export const onReplyAside =
  (deps: BotDeps) =>
  async (tx: Tx, { payload }: Pick<BotJob<'reply'>, 'payload'>, reason: string): Promise<void> => {
    const reply = await replyById(tx.sql, payload.reply)
    if (reply && isOpen(reply)) await abandonReply(deps, tx, reply, reason)
  }
