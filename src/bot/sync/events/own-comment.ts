import type { Comment } from '../../../contract/comment.ts'
import { RetryLater } from '../../../lanes/lanes.ts'
import type { AroundComment } from './store/around-comment.ts'
import { isUnsent, partsOf, replyById, type ReplyPart, setPart } from '../replies/store/replies.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { saysTheSame } from '../replies/reply-bodies.ts'
import { cardForComment, finishReply } from '../replies/finish-reply.ts'

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
  { own, inDoubt, apiUser }: AroundComment,
): Promise<{ part: ReplyPart | undefined } | undefined> => {
  if (own) return { part: own }
  const author = deps.apiUserUuid ?? apiUser
  const isOurs = author === comment.created_by_uuid
  const known = author === undefined || isOurs
  const awaitedSince = deps.now() - deps.echoWaitMs
  const part = inDoubt.find(
    ({ body, attempted_at: at }) =>
      saysTheSame(body, comment.message_plain) && (known || (at ?? 0) >= awaitedSince),
  )
  if (part) {
    await adopt(deps, part, comment)
    return { part }
  }
  if (!isOurs || (await deps.isSentElsewhere(comment))) return undefined
  // Somebody may have changed it before the tracker answered which reply it is.
  if (inDoubt.some(({ state }) => state === 'sending'))
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
    if (!parts.some(isUnsent)) await finishReply(deps, tx, reply, card)
  })
  await deps.lanes.resume('reply', part.task_uuid)
}
