import { type ReplyRow, settleReply } from './store/replies.ts'
import { partsOf } from './store/parts.ts'
import type { Tx } from '../../store/database.ts'
import { reactions } from '../../kit/ids.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { NewBotJob, BotJob } from '../../store/payloads.ts'
import { type Planned, writePlanned } from '../posts/decision.ts'
import { mayTell, routeTo } from '../../audience/audience.ts'
import { splitAuthor } from './comment-words.ts'
import { taskInView } from '../../tracker/task-in-view.ts'
import { plannedCard } from '../posts/task-cards.ts'
import { tellCommentPosted } from '../posts/post-once.ts'
import { follow } from '../../../telemetry/trace.ts'
import { asSlackAllows } from '../../answers/tell.ts'
import { nextToAdd, nextToRemove, noteAdded, noteRemoved } from './store/reactions.ts'

/** The thread's root for a comment made by command. Undefined if the channel may not read it: only its author may. */
export const cardForComment = async (deps: BotDeps, reply: ReplyRow): Promise<Planned | undefined> => {
  if (reply.ts !== null) return undefined
  const route = await routeTo(deps, reply.channel)
  const view = await taskInView(deps, reply.task_uuid, reply.projectUuid ?? undefined, 'tracker')
  return view && (await mayTell(deps, route, view)) ? plannedCard(view, route) : undefined
}

/** Posts a comment made by command or dialog in the task's thread. Then its author gets the link. */
const showOwnComment = async (deps: BotDeps, tx: Tx, reply: ReplyRow, card: Planned | undefined) => {
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
export const finishReply = async (deps: BotDeps, tx: Tx, reply: ReplyRow, card: Planned | undefined) => {
  const settled = { error: null, request_id: null, settled_at: deps.now(), reaction: reactions.done }
  if (!(await settleReply(tx.sql, reply, { state: 'done', ...settled }))) return []
  tx.afterCommit(() => {
    deps.metrics.commented(deps.now() - reply.created_at)
    deps.log.info({ trace: `reply-${reply.id}`, task: reply.task_uuid }, 'a reply is a comment')
  })
  return reply.ts === null ? showOwnComment(deps, tx, reply, card) : [reactionJob('add')]
}

/**
 * Some reply's message should bear another reaction than it does. Two lanes, because Slack allows fewer removals than
 * additions.
 */
export const reactionJob = (op: 'add' | 'remove'): NewBotJob => ({
  kind: 'reaction',
  lane: op,
  payload: { op },
})

const add = async (deps: BotDeps, job: BotJob<'reaction'>): Promise<void> => {
  const next = await nextToAdd(deps.database.unflushed.sql, job.attempt - 1)
  if (!next) return
  const { id, channel, ts, reaction } = next
  await follow(`reply-${id}`, () =>
    asSlackAllows(deps, { op: 'add', channel, ts }, () => deps.slack.react(channel, ts, reaction)),
  )
  await deps.database.unflushed.transaction(async (tx) => {
    const isMore = await noteAdded(tx, next)
    await job.done(tx, isMore ? [reactionJob('remove')] : [])
  })
}

const remove = async (deps: BotDeps, job: BotJob<'reaction'>): Promise<void> => {
  const next = await nextToRemove(deps.database.unflushed.sql, job.attempt - 1)
  if (!next) return
  const { id, channel, ts, leftover } = next
  for (const name of leftover.split(' '))
    await follow(`reply-${id}`, () =>
      asSlackAllows(deps, { op: 'remove', channel, ts }, () => deps.slack.unreact(channel, ts, name)),
    )
  await deps.database.unflushed.transaction(async (tx) => {
    const isLost = await noteRemoved(tx, next)
    await job.done(tx, isLost ? [reactionJob('add')] : [])
  })
}

/** Lanes `reaction`: ⏳, ✅ or ⚠️ on the most urgent reply. Each change of a reply has its job, whichever that job serves. */
export const showReaction = (deps: BotDeps, job: BotJob<'reaction'>): Promise<void> =>
  job.payload.op === 'add' ? add(deps, job) : remove(deps, job)
