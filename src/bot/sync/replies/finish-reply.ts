import { type ReplyRow, settleReply } from './store/replies.ts'
import { partsOf } from './store/parts.ts'
import type { Tx } from '../../store/database.ts'
import { reactions } from '../../kit/ids.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { NewBotJob } from '../../store/payloads.ts'
import type { Planned } from '../posts/decision.ts'
import { mayTell, routeTo } from '../../audience/audience.ts'
import { writePlanned } from '../posts/commit-planned.ts'
import { splitAuthor } from './reply-bodies.ts'
import { reactionJob } from './show-reaction.ts'
import { taskInView } from '../../tracker/task-in-view.ts'
import { plannedCard } from '../posts/task-cards.ts'
import { tellCommentPosted } from '../posts/slack-trouble.ts'

/** The thread's root for a comment made by command. Undefined if the channel may not read it: only its author may. */
export const cardForComment = async (deps: BotDeps, reply: ReplyRow): Promise<Planned | undefined> => {
  if (reply.ts !== null) return undefined
  const route = await routeTo(deps, reply.channel)
  const view = await taskInView(deps, reply.task_uuid, reply.projectUuid ?? undefined, 'tracker')
  return view && (await mayTell(deps, route, view)) ? plannedCard(view, route) : undefined
}

/** Posts a comment made by command or dialog in the task's thread. Then its author gets the link. */
const showOwnComment = async (
  deps: BotDeps,
  tx: Tx,
  reply: ReplyRow,
  card: Planned | undefined,
): Promise<NewBotJob[]> => {
  const { id, channel } = reply
  const tell = { reply: id, user: reply.user_id, taskName: reply.taskName ?? 'the task' }
  const tellNow = async () => {
    await tellCommentPosted(deps, tx, channel, tell)
    return []
  }
  if (!card) return tellNow()
  const parts = await partsOf(tx.sql, id)
  const comments = parts.map((part) => ({
    channel,
    kind: 'comment' as const,
    objectUuid: part.comment_uuid ?? '',
    on: { kind: 'task_card' as const, uuid: card.objectUuid },
    facts: { uuid: part.comment_uuid ?? undefined, ...splitAuthor(part.body) },
    // The author is told with the last part, when the thread exists.
    tell: part === parts.at(-1) ? tell : undefined,
  }))
  const posts = await writePlanned(deps, tx, null, [card, ...comments])
  return posts.length === 0 ? tellNow() : posts
}

/** ✅ replaces ⏳ or ⚠️. The answer and the event may both call this; only the first has an effect. Returns the jobs that show it. */
export const finishReply = async (
  deps: BotDeps,
  tx: Tx,
  reply: ReplyRow,
  card: Planned | undefined,
): Promise<NewBotJob[]> => {
  const settled = { error: null, request_id: null, settled_at: deps.now(), reaction: reactions.done }
  if (!(await settleReply(tx.sql, reply, { state: 'done', ...settled }))) return []
  tx.afterCommit(() => {
    deps.metrics.commented(deps.now() - reply.created_at)
    deps.log.info({ trace: `reply-${reply.id}`, task: reply.task_uuid }, 'a reply is a comment')
  })
  return reply.ts === null ? showOwnComment(deps, tx, reply, card) : [reactionJob('add')]
}
