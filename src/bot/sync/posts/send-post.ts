import { settleChanged, settlePosted, settleUnposted, type DuePost, duePost } from '../store/due-post.ts'
import { type PostRow, postAt, postById, setForm, postJob } from '../store/posts.ts'
import { type TaskThread, leaveCard, leaveThread } from '../store/task-threads.ts'
import { repliesIn, routeTo } from '../../audience/audience.ts'
import { nameForAll } from '../../audience/actor.ts'
import { sayInChannel, inForm } from '../../answers/tell.ts'
import { threadLocked } from '../messages/task.ts'
import type { Tx } from '../../store/database.ts'
import { RetryLater } from '../../../lanes/lanes.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { BotJob } from '../../store/payloads.ts'
import { threadEnd, SlackProblem } from '../../slack/problem.ts'
import { reasonNotToSend, forOthers } from './guards.ts'
import { failPost, slackTrouble, tellCommentPosted, tellOf, postOnce } from './post-once.ts'
import { isForReaders, type Shown, formOf as postedForm, withForm, isCard, kindOf, render } from './kinds.ts'
import type { Message } from '../../kit/message.ts'
import { quoteComment, unquote, withQuote } from './task-cards.ts'
import { formFor, ofTask } from './policy.ts'

/** Slack doesn't show what it should say. Not of a card that waits for the first message that needs it. */
const isDue = ({ state, shown, wanted }: PostRow): boolean =>
  state === 'posted' ? shown < wanted : state === 'waiting' || state === 'sending'

/** The card, which is not in Slack yet: in the task's own thread, if people began one. */
const postCard = async (
  deps: BotDeps,
  root: PostRow,
  { replies }: Shown,
  thread?: string,
): Promise<string> => {
  const ts = await postOnce(deps, root, thread, { replies })
  await settlePosted(deps.database.sql, root, ts, deps.now())
  return ts
}

/** A root posted more recently than this is not gone: Slack refused for another reason. */
const freshRootMs = 60_000

const isFresh = (deps: BotDeps, { settled_at: postedAt }: PostRow): boolean =>
  deps.now() - (postedAt ?? deps.now()) < freshRootMs

const endOf = (error: unknown) => (error instanceof SlackProblem ? threadEnd(error.code) : undefined)

/** The task goes on in a new thread. If somebody locked the former one, the channel reads once why. */
const goOn = async (
  deps: BotDeps,
  end: 'gone' | 'locked',
  { channel, taskUuid, threadTs }: TaskThread,
  leave: (tx: Tx) => Promise<void>,
): Promise<never> => {
  await deps.database.transaction(async (tx) => {
    await leave(tx)
    if (end === 'gone') return
    const taskName = await nameForAll(tx.sql, channel, taskUuid)
    await sayInChannel(deps, tx, channel, `locked-${threadTs}`, threadLocked({ taskName }))
  })
  throw new RetryLater(0, `the thread is ${end}: the task goes on in a new one`)
}

/** Posts in the thread that people began. If that ends, the card begins a new thread. */
const inOwnThread = async (deps: BotDeps, { row, root }: DuePost, thread: string, shown: Shown) => {
  try {
    if (root?.ts === null) await postCard(deps, root, shown, thread)
    return await postOnce(deps, row, thread, shown)
  } catch (error) {
    const end = endOf(error)
    if (end === undefined) throw error
    const { channel, object_uuid: taskUuid } = root ?? row
    const left = { channel, threadTs: thread, taskUuid }
    const closedAt = end === 'locked' ? deps.now() : undefined
    return goOn(deps, end, left, (tx) => leaveThread(tx, left, closedAt))
  }
}

const inThread = async (deps: BotDeps, { row }: DuePost, root: PostRow, shown: Shown): Promise<string> => {
  const threadTs = root.ts ?? (await postCard(deps, root, shown))
  try {
    return await postOnce(deps, row, threadTs, shown)
  } catch (error) {
    const end = endOf(error)
    if (end === undefined || (end === 'gone' && isFresh(deps, root))) throw error
    if (isFresh(deps, root)) {
      // A new card would be locked too.
      await setForm(deps.database.sql, row, withForm(row, { flat: ofTask(row, root) }))
      throw new RetryLater(0, 'the thread takes no messages: this one is posted in the channel')
    }
    const left = { channel: root.channel, taskUuid: root.object_uuid, threadTs }
    return goOn(deps, end, left, (tx) => leaveCard(tx, { ...root, ts: threadTs }, deps.now()))
  }
}

/** Stores that the message is flat, so that retries look for it there and edits look the same. */
const inChannel = async (deps: BotDeps, row: PostRow, shown: Shown): Promise<string> => {
  const { flat, replies } = shown
  if (flat === undefined) return postOnce(deps, row, undefined, shown)
  const form = withForm(row, { flat })
  await setForm(deps.database.sql, row, form)
  return postOnce(deps, { ...row, form }, undefined, { replies })
}

const say = async (deps: BotDeps, found: DuePost): Promise<string> => {
  if (found.row.ts !== null) return change(deps, found, found.row.ts)
  const due = await withQuote(deps, found)
  const { row, root, settings, thread } = due
  const replies = repliesIn(await routeTo(deps, row.channel), settings)
  const shown = { ...formFor(settings, row, root, thread), replies }
  if (thread !== undefined && shown.flat === undefined) return inOwnThread(deps, due, thread, shown)
  return root && shown.flat === undefined ? inThread(deps, due, root, shown) : inChannel(deps, row, shown)
}

const report = (deps: BotDeps, { row, receivedAt }: DuePost, ts: string | undefined) => {
  const { channel, kind } = row
  if (ts === undefined) return deps.log.debug({ channel, kind }, 'a message was not needed')
  if (receivedAt !== null) deps.metrics.posted(deps.now() - receivedAt)
  deps.log.info({ channel, kind, ts }, 'a message is posted')
}

/** False if it should say something else by now. */
const settle = async (
  { sql }: Tx,
  row: PostRow,
  { ts, reason = '' }: { ts: string | undefined; reason: string | undefined },
  now: number,
): Promise<boolean> => {
  if (ts === undefined) return settleUnposted(sql, row, { state: 'skipped', error: reason }, now)
  if (row.ts !== null) return settleChanged(sql, row, now)
  await settlePosted(sql, row, ts, now)
  return true
}

/** Lane `post`, one per channel: posts in order. */
export const sendPost = async (deps: BotDeps, job: BotJob<'post'>): Promise<void> => {
  const due = await duePost(deps.database.unflushed.sql, job.payload.post, deps.now())
  if (!due || !isDue(due.row)) return
  const { row } = due
  try {
    // What may be in Slack already is looked for first.
    const reason = row.state === 'sending' ? undefined : await reasonNotToSend(deps, due)
    const ts = reason === undefined ? await say(deps, due) : undefined
    const tell = tellOf(row)
    const url = tell && ts !== undefined ? await deps.slack.permalink(row.channel, ts) : undefined
    const update = (card: PostRow) => change(deps, { ...due, row: card }, card.ts ?? '')
    const settleCard =
      ts === undefined ? async () => unquote(deps, due) : await quoteComment(deps, due, update)
    await deps.database.unflushed.transaction(async (tx) => {
      const isSettled = await settle(tx, row, { ts, reason }, deps.now())
      const cards = await settleCard(tx)
      if (tell) await tellCommentPosted(deps, tx, row.channel, tell, url)
      await job.done(tx, isSettled ? cards : [postJob(row.channel, row.id), ...cards])
    })
    report(deps, due, ts)
  } catch (error) {
    await slackTrouble(deps, job, row, error)
  }
}

/** The lane gave up after a day's outage or a bug. */
export const onPostAside = async (
  deps: BotDeps,
  tx: Tx,
  { payload }: Pick<BotJob<'post'>, 'payload'>,
  reason: string,
): Promise<void> => {
  const row = await postById(tx.sql, payload.post)
  if (row && isDue(row)) await failPost(deps, tx, row, reason)
}

/** What the message says now. Only one that says who reads replies depends on the channel's readers and settings. */
const formOf = async (deps: BotDeps, { row, settings }: DuePost): Promise<Message> => {
  const { flat } = postedForm(row)
  if (!kindOf(row.kind)?.saysReaders && typeof flat !== 'object') return render(row)
  const route = await routeTo(deps, row.channel)
  const shown = { flat, replies: repliesIn(route, settings) }
  return isForReaders(row) && route.shared ? forOthers(deps, route, row, shown) : render(row, shown)
}

/** In the same form as it was posted. */
const change = async (deps: BotDeps, due: DuePost, ts: string): Promise<string> => {
  const { row } = due
  const form = await formOf(deps, due)
  try {
    await inForm(deps, form, ({ text, blocks }) =>
      deps.slack.update({ channel: row.channel, ts, text, blocks }),
    )
  } catch (error) {
    if (!(error instanceof SlackProblem) || error.code !== 'message_not_found' || !isPostedCard(row))
      throw error
    // Slack's event about it was missed.
    await cardDeleted(deps, row.channel, ts)
    throw new RetryLater(0, 'the card is gone: it will say this once it is posted again')
  }
  return ts
}

const isPostedCard = (row: PostRow | undefined): row is PostRow => row?.state === 'posted' && isCard(row.kind)

/** A card was deleted in Slack. The next message posts a new card and starts a new thread. */
export const cardDeleted = async (deps: BotDeps, channel: string, ts: string): Promise<void> => {
  const row = await postAt(deps.database.sql, channel, ts)
  if (isPostedCard(row)) await deps.database.transaction((tx) => leaveCard(tx, row, deps.now()))
}
