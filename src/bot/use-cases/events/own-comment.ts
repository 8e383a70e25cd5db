import type { Comment } from '../../../contract/comment.ts'
import { partsLike } from '../../store/events/echoes.ts'
import { doubtedReplies, holdInDoubt } from '../../store/replies/doubts.ts'
import { isUnsent, partsOf, replyById, type ReplyPart, setPart } from '../../store/replies/replies.ts'
import type { BotDeps } from '../../deps.ts'
import { apiUser } from '../tracker/api-user.ts'
import { replyBodies, saysTheSame } from '../ledger/reply-bodies.ts'
import { cardForComment } from '../ledger/confirm-comment.ts'
import { finishReply } from '../replies/finish-reply.ts'

/**
 * Whether this comment came from Slack, and which reply it belongs to. Checks, in order: its uuid belongs to
 * a reply; its text matches a reply whose POST is unanswered (the event may arrive before the response, or
 * the response never); its author is the API user. A match for an unanswered reply marks that reply as done.
 * While the answer is awaited, a different author also matches, because the stored API user may be wrong or
 * of an old key. What another workspace said through the same tracker is as new here as any other comment.
 */
export const ownComment = async (
  deps: BotDeps,
  comment: Comment,
): Promise<{ part: ReplyPart | undefined } | undefined> => {
  const { sql } = deps.database
  const { own, inDoubt } = await partsLike(sql, comment.uuid, comment.associated_object_uuid ?? undefined)
  if (own) return { part: own }
  const author = await apiUser(deps, sql)
  const isOurs = author === comment.created_by_uuid
  const known = author === undefined || isOurs
  const awaitedSince = deps.now() - deps.echoWaitMs
  const awaited = inDoubt.find(
    ({ body, attempted_at: at }) =>
      saysTheSame(body, comment.message_plain) && (known || (at ?? 0) >= awaitedSince),
  )
  const part = awaited ?? (isOurs ? await partOfDoubted(deps, comment) : undefined)
  if (part) {
    await adopt(deps, part, comment)
    return { part }
  }
  if (!isOurs) return undefined
  return (await deps.isSentElsewhere(comment)) ? undefined : { part: undefined }
}

/**
 * When the database has lost that a reply was sent, its parts are made at its turn. The comment may be announced before
 * that, so its parts are made now.
 */
const partOfDoubted = async (deps: BotDeps, comment: Comment): Promise<ReplyPart | undefined> => {
  const isIt = (body: string) => saysTheSame(body, comment.message_plain)
  for (const reply of await doubtedReplies(deps.database.sql, comment.associated_object_uuid ?? '')) {
    const bodies = await replyBodies(deps, reply)
    if (!bodies.some(isIt)) continue
    await deps.database.transaction((tx) => holdInDoubt(tx, reply, bodies, reply.created_at))
    const parts = await partsOf(deps.database.sql, reply.id)
    const part = parts.find((one) => isUnsent(one) && isIt(one.body))
    if (part) return part
  }
  return undefined
}

const adopt = async (deps: BotDeps, part: ReplyPart, comment: Comment): Promise<void> => {
  const reply = await replyById(deps.database.sql, part.reply_id)
  if (!reply) return
  const card = await cardForComment(deps, reply)
  await deps.database.transaction(async (tx) => {
    await setPart(tx.sql, part, { state: 'done', comment_uuid: comment.uuid })
    const parts = await partsOf(tx.sql, reply.id)
    if (!parts.some(isUnsent)) await finishReply(deps, tx, reply, { card })
  })
  await deps.lanes.resume('reply', part.task_uuid)
}
