import { isBlank } from '../../../contract/text.ts'
import { tasksNamedIn, withFiles } from './tasks-named.ts'
import { anyRootInDoubt, channelsPostedTo } from '../store/past-posts.ts'
import {
  sourceOf,
  threadAt,
  type ThreadThere,
  addReplies,
  type NewReply,
  replyBySource,
  replyJob,
} from '../store/replies.ts'
import { replyNow } from './late-reply.ts'
import { NotShown } from './refuse-reply.ts'
import { whichTask, oneWay, threadNotKnown, nothingToRead, threadOfDeletedTask } from '../messages/reply.ts'
import type { BotDeps, AcceptedReply } from '../../deps/deps.ts'
import type { BotJob, MissedAt, NewBotJob, Payload } from '../../store/payloads.ts'
import { isChannelId, slackbot } from '../../slack/slack.ts'
import { attached, type Incoming, addressed, isToUs, incomingSchema, spoken } from '../../slack/incoming.ts'
import { notifyOnce, noticeJob } from '../../answers/notify.ts'
import { nameForAll } from '../../audience/actor.ts'
import { isTaskCard, kindOf } from '../kinds/kinds.ts'
import { postByUuid, type PostRow } from '../store/posts.ts'
import type { Tx } from '../../store/database.ts'
import { reactions } from '../../kit/ids.ts'
import { reactionJob } from '../store/reactions.ts'
import { showPending } from './pending.ts'
import { threadsJoined } from '../store/task-threads.ts'
import { isClosed, SlackProblem, waitFor } from '../../slack/problem.ts'
import { RetryLater } from '../../../lanes/lanes.ts'
import { dayMs, minuteMs } from '../../kit/time.ts'

type Reply = Payload<'unsure-reply'>

/** Stores the reply and asks Slack about its thread later, after Slack got its answer. */
const decideLater = (deps: BotDeps, reply: Reply): Promise<void> => {
  const { channel, ts, threadTs } = reply
  const lane = `${channel}:${threadTs}`
  const uniqueKey = sourceOf(channel, ts)
  return deps.database.transaction((tx) =>
    deps.lanes.enqueue(tx, [{ kind: 'unsure-reply', lane, payload: reply, uniqueKey }]),
  )
}

/** Takes a reply under a message of ours, or in a thread that became a task's. False if it is neither. */
const takeReplyUnder = async (deps: BotDeps, there: ThreadThere, reply: Reply): Promise<boolean> => {
  const { root, settings, isTaskDeleted } = there
  const taskUuid = taskThere(there)
  if (taskUuid === undefined) {
    if (!root) return false
    const answer = kindOf(root.kind)?.answer
    if (typeof answer !== 'function') return true
    const tasks = await tasksNamedIn(deps, root)
    if (tasks.length === 0) await notifyOnce(deps, reply, 'digest', answer())
    else await notifyOnce(deps, reply, `which:${reply.ts}`, whichTask({ tasks, text: withFiles(reply) }))
    return true
  }
  if (settings.replies === 'two-way')
    await deps.storeReply({ reply, taskUuid, isTaskDeleted, now: deps.now() })
  else {
    const taskName = await nameForAll(deps.database.sql, reply.channel, taskUuid)
    await notifyOnce(deps, reply, 'one-way', oneWay({ taskName }))
  }
  return true
}

/**
 * A person's message in a thread, from an event or a later search. Durable when it resolves. Never waits for Slack.
 * `repeated`: Slack sends the event again.
 */
export const takeIncoming = async (
  deps: BotDeps,
  message: Incoming,
  channel: string,
  repeated = false,
): Promise<void> => {
  const { user: userId, ts, thread_ts: threadTs, parent_user_id: parent, text } = message
  const files = attached(message)
  if (message.bot_id || !userId || userId === slackbot || !threadTs || threadTs === ts) return
  const isEmpty = isBlank(text) && files.length === 0
  if (isEmpty && !message.unread) return
  const self = deps.slack.knownIdentity()?.userId
  const to = addressed(text)?.user
  // A command to the app also arrives as `app_mention` and is answered there.
  if (self !== undefined && (userId === self || to === self)) return
  const reply = { channel, ts, threadTs, userId, text, files, ...(repeated && { repeated: true as const }) }
  const { sql } = deps.database
  if (isEmpty) {
    const taskUuid = await taskAt(deps, channel, threadTs)
    return taskUuid === undefined ? undefined : notifyOnce(deps, reply, `unread:${reply.ts}`, nothingToRead())
  }
  const isSure = to === undefined || self !== undefined
  const there = isSure ? await threadAt(sql, channel, threadTs) : undefined
  if (there && repeated && taskThere(there) !== undefined) return decideLater(deps, reply)
  if (there && (await takeReplyUnder(deps, there, reply))) return
  if (!isSure || mayBeSelf(deps, parent) || (await anyRootInDoubt(sql, channel)))
    return decideLater(deps, { ...reply, parent: parent ?? '' })
}

/** A repeated reply with the words that Slack shows now. Undefined if it was deleted, or is stored already. */
const repeatedNow = async (deps: BotDeps, reply: Reply): Promise<Reply | undefined> => {
  if (await replyBySource(deps.database.sql, sourceOf(reply.channel, reply.ts))) return undefined
  try {
    const now = await replyNow(deps, reply)
    return now && { ...reply, ...now }
  } catch (error) {
    if (!(error instanceof NotShown)) throw error
    await notifyOnce(deps, reply, `unread:${reply.ts}`, nothingToRead())
    return undefined
  }
}

/** Lane `unsure-reply`, one per thread: for replies that need a Slack call to know whether they are ours. */
export const takeUnsure = async (deps: BotDeps, job: BotJob<'unsure-reply'>): Promise<void> => {
  const reply = job.payload.repeated ? await repeatedNow(deps, job.payload) : job.payload
  if (!reply) return
  const { userId: self } = await deps.slack.identity()
  if (reply.userId === self || (await isToUs(deps, reply.text))) return
  const { channel, threadTs, parent } = reply
  const there = await threadAt(deps.database.sql, channel, threadTs)
  const root = there.root ?? (await rootInDoubt(deps, channel, threadTs))
  if ((await takeReplyUnder(deps, { ...there, root }, reply)) || parent !== self) return
  // A card that the database doesn't have, for example from before the app was installed again.
  const ours = await deps.slack.rootOfThread(channel, threadTs)
  if (isTaskCard(ours?.about?.kind)) await notifyOnce(deps, reply, `not-known:${reply.ts}`, threadNotKnown())
}

/** If the root's post got no answer, its row has no `ts`. Its metadata identifies it. */
const rootInDoubt = async (deps: BotDeps, channel: string, threadTs: string) => {
  const { sql } = deps.database
  if (!(await anyRootInDoubt(sql, channel))) return undefined
  const ours = await deps.slack.rootOfThread(channel, threadTs)
  return ours && postByUuid(sql, ours.postId)
}

/** Whether a thread's root may be a message of ours that is not stored. */
const mayBeSelf = ({ slack }: BotDeps, parent: string | null | undefined): boolean => {
  if (!parent) return false
  const self = slack.knownIdentity()?.userId
  return self === undefined || self === parent
}

export const taskOfThread = (root: PostRow): string | undefined => {
  // In a flat channel, a message stored below the card is in the channel and can be a root itself.
  if (isTaskCard(root.on_kind)) return root.on_uuid ?? undefined
  return isTaskCard(root.kind) ? root.object_uuid : undefined
}

const taskThere = ({ root, joinedTask }: ThreadThere): string | undefined =>
  (root && taskOfThread(root)) ?? joinedTask

export const taskAt = async ({ database }: BotDeps, channel: string, threadTs: string | undefined) => {
  if (threadTs === undefined) return undefined
  return taskThere(await threadAt(database.sql, channel, threadTs))
}

const rowOf = ({ reply, taskUuid, isTaskDeleted, now }: AcceptedReply): NewReply & { now: number } => {
  const { channel, ts, threadTs: thread_ts, userId: user_id, text, files } = reply
  const message = { channel, ts, thread_ts, user_id, text, files }
  const row = { ...message, source: sourceOf(channel, ts), task_uuid: taskUuid, now }
  const error = 'the task was deleted'
  return isTaskDeleted
    ? { ...row, ended: { state: 'refused', error, settled_at: now, reaction: reactions.attention } }
    : row
}

/** Tells the author why the reply is not taken. */
const refusalJobs = async (tx: Tx, { reply, taskUuid }: AcceptedReply, id: number): Promise<NewBotJob[]> => {
  const { userId: user, threadTs, channel } = reply
  const message = threadOfDeletedTask({ taskName: await nameForAll(tx.sql, channel, taskUuid) })
  const notice = { op: 'ephemeral' as const, user, threadTs, message }
  return [reactionJob('add'), { ...noticeJob(reply, notice), trace: `reply-${id}` }]
}

/** Stores a batch with its jobs. Slack may repeat a reply. */
export const storeReplies =
  (deps: () => BotDeps) =>
  async (tx: Tx, accepted: readonly AcceptedReply[]): Promise<undefined[]> => {
    const { lanes, later, log, pendingReactionMs } = deps()
    const added = await addReplies(tx, accepted.map(rowOf))
    const jobs: NewBotJob[] = []
    const waiting = new Map<string, number>()
    for (const one of accepted) {
      const { channel, ts } = one.reply
      const source = sourceOf(channel, ts)
      const id = added.get(source)
      // A reply that appears twice in one batch is stored once.
      added.delete(source)
      if (id === undefined) continue
      if (one.isTaskDeleted) jobs.push(...(await refusalJobs(tx, one, id)))
      else jobs.push(replyJob(one.taskUuid, id))
      tx.afterCommit(() => log.debug({ trace: `reply-${id}`, channel, ts }, 'a reply is stored'))
      waiting.set(one.taskUuid, one.now)
    }
    await lanes.enqueue(tx, jobs)
    tx.afterCommit(() => {
      for (const [task, now] of waiting) later(pendingReactionMs, () => showPending(deps(), task, now))
    })
    return accepted.map(() => undefined)
  }

export const heartbeatMs = minuteMs

/** Slack retries after one and five minutes. After a longer absence, calls may have been missed. */
const awayMs = 2 * minuteMs
/** Covers clock differences, and the last heartbeat, which is up to a minute old. */
const marginMs = 2 * minuteMs
/** Older replies are not sent: a late answer would surprise the customer. */
const mostMs = 7 * dayMs
/** Older threads rarely get replies, and each one costs a call. */
const rootsMs = 90 * dayMs

/** Whether no node was running for longer than Slack retries. `lastBeatAt`: when one last was, in ms. */
export const wasAway = (lastBeatAt: number, now: number): boolean => now - lastBeatAt > awayMs

/** Each channel is read for missed replies. The last heartbeat is part of the job's key, so that only one node does it. */
export const queueMissedReplies = async (
  { lanes, now }: Pick<BotDeps, 'lanes' | 'now'>,
  tx: Tx,
  lastBeatAt: number,
): Promise<void> => {
  const at = now()
  const since = lastBeatAt - marginMs
  const channels = (await channelsPostedTo(tx.sql, at - rootsMs)).filter(isChannelId)
  const jobs = channels.map((channel) => ({
    kind: 'missed-replies' as const,
    lane: channel,
    uniqueKey: `${channel}:${lastBeatAt}`,
    payload: { channel, since },
  }))
  await lanes.enqueue(tx, jobs)
}

const takeMissed = async (deps: BotDeps, channel: string, since: number, messages: readonly object[]) => {
  for (const message of messages) {
    const incoming = incomingSchema.safeParse(message).data
    if (!incoming || Number(incoming.ts) * 1_000 <= since || !spoken.has(incoming.subtype)) continue
    deps.readReplies.set(sourceOf(channel, incoming.ts), true)
    await takeIncoming(deps, incoming, channel)
  }
}

/** Takes what the next page has: of the first thread that is left, or else of the channel. Undefined at the end. */
const nextPage = async (
  deps: BotDeps,
  { channel, since }: Payload<'missed-replies'>,
  at: MissedAt,
): Promise<MissedAt | undefined> => {
  const { threads, repliesCursor, ...place } = at
  const [ts, ...rest] = threads
  if (ts !== undefined) {
    const page = await deps.slack.repliesSince({ channel, ts, sinceMs: since, cursor: repliesCursor })
    await takeMissed(deps, channel, since, page.messages)
    return page.next ? { ...at, repliesCursor: page.next } : { ...place, threads: rest }
  }
  if (place.isOver) return undefined
  const sinceMs = deps.now() - rootsMs
  const range = { channel, sinceMs, repliesSinceMs: since, cursor: place.cursor }
  const page = await deps.slack.rootsSince(range)
  await takeMissed(deps, channel, since, page.messages)
  return { isOver: page.next === undefined, cursor: page.next, threads: page.threads }
}

/** The search leaves calls to those who wait for one: a message that may be lost, a late reply. */
const politeMs = 2_000

/** Lane `missed-replies`, one per channel. A reply that Slack also delivers is stored once. */
export const takeMissedReplies = async (deps: BotDeps, job: BotJob<'missed-replies'>): Promise<void> => {
  const { channel } = job.payload
  const since = Math.max(job.payload.since, deps.now() - mostMs)
  const joined = () => threadsJoined(deps.database.sql, channel, deps.now() - rootsMs)
  let at = job.payload.at
  try {
    at ??= { isOver: false, threads: await joined() }
    for (let next: MissedAt | undefined = at; next; next = await nextPage(deps, { channel, since }, next)) {
      at = next
      job.signal.throwIfAborted()
    }
  } catch (error) {
    if (isClosed(error)) return deps.log.warn({ channel }, 'a channel could not be asked for missed replies')
    if (!(error instanceof SlackProblem)) throw error
    // A cursor is over after a while.
    const { cursor: _, repliesCursor: __, ...start } = at ?? { isOver: false, threads: [] }
    const from = error.code === 'invalid_cursor' ? start : at
    const wait = waitFor(error)
    if (wait === undefined && error.code !== 'invalid_cursor') throw error
    throw new RetryLater((wait ?? 0) + politeMs, error.message, { ...job.payload, at: from })
  }
}
