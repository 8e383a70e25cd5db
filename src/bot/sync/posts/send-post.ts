import {
  type DuePost,
  duePost,
  isInDoubt,
  markGivenUp,
  markInDoubt,
  markNotSent,
  markSending,
  settlePosted,
  settleUnposted,
} from '../store/due-post.ts'
import {
  type PostRow,
  aboutOf,
  forgetMessage,
  postById,
  setForm,
  postJob,
  threadLane,
} from '../store/posts.ts'
import { joinedTask, leaveCard, leaveThread, type TaskThread } from '../store/task-threads.ts'
import { routeTo } from '../../audience/audience.ts'
import type { Queries, Tx } from '../../store/database.ts'
import type { ChannelSettings } from '../../store/channel-settings.ts'
import { restoredReason, RetryLater } from '../../../lanes/lanes.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { SearchWaits } from '../../deps/searching.ts'
import type { BotJob, NewBotJob } from '../../store/payloads.ts'
import { SlackProblem } from '../../slack/problem.ts'
import type { Outgoing } from '../../slack/slack.ts'
import { reasonNotToSend } from './guards.ts'
import { changeMessage, messageFor, readersNowOf, showChange } from './change-post.ts'
import {
  endOf,
  failPost,
  goOn,
  lookFor,
  type Posting,
  slackTrouble,
  notifyPosted,
  whoWaitsFor,
} from './post-trouble.ts'
import { isCard, isTaskCard, kindOf, render } from '../kinds/kinds.ts'
import { formOf, type Shown, withForm } from '../kinds/form.ts'
import { followAgain } from './pause-channel.ts'
import { keepQuote, quoteComment, unquote, withQuote } from './task-cards.ts'

/** Slack doesn't show what the post should say. False for a card that waits for the first message that needs it. */
const isDue = ({ state, shown, wanted }: PostRow): boolean =>
  state === 'posted' ? shown < wanted : state === 'waiting' || state === 'sending'

/** What a flat message must say of its task, because it is not under a card. Some kinds name the task themselves. */
const ofTask = (row: PostRow, root: PostRow): Shown['flat'] => {
  const task = kindOf(root.kind)?.task(root)
  if (!task) return true
  return kindOf(row.kind)?.namesTask ? task : { ...task, taskName: undefined }
}

/** No call for the post is in doubt, so its form is still open: also if it only waited in a backup. */
const isUntried = (row: PostRow): boolean => row.ts === null && !(isInDoubt(row) && row.attempted_at !== null)

/** How to post under this root. A row that was already sent keeps its form. */
const formFor = (
  { layout, digest }: ChannelSettings,
  row: PostRow,
  root: PostRow | undefined,
  thread?: string,
): Shown['flat'] => {
  if (!root) return undefined
  const isAlone = isUntried(root) && kindOf(row.kind)?.needsThread === false
  // A thread that people began is used in a flat channel too.
  const isFlat = thread === undefined && (layout === 'flat' || digest !== undefined || isAlone)
  return formOf(row).flat ?? (isFlat && isUntried(row) ? ofTask(row, root) : undefined)
}

const postMessage = async (
  deps: BotDeps,
  row: PostRow,
  place: Pick<Outgoing, 'threadTs' | 'postId' | 'about'>,
  shown: Shown,
): Promise<string> => {
  const { shared } = await routeTo(deps, row.channel)
  // A card that is posted again may be from before others read the channel.
  const message = isCard(row.kind) ? await messageFor(deps, row, shown) : render(row, shared, shown)
  if (!message) throw new RetryLater(0, 'others read the channel since this message was checked')
  try {
    const { ts } = await deps.slack.post({ channel: row.channel, ...place, ...message })
    return ts
  } catch (error) {
    const unnamed = error instanceof SlackProblem && error.kind === 'scope' && message.username !== undefined
    if (!unnamed) throw error
    // Puts the name into the message and stores that, so that edits show it too.
    const form = withForm(row, { nameInBlocks: true })
    await setForm(deps.database.sql, row, form)
    return postMessage(deps, { ...row, form }, place, shown)
  }
}

/** Stores the intent, then posts. A row in doubt is looked up first: its message may exist. */
const postOnce = async (
  deps: Posting,
  row: PostRow,
  threadTs: string | undefined,
  shown: Shown = {},
): Promise<string> => {
  if (isInDoubt(row)) return lookFor(deps, row, threadTs)
  const sent = await markSending(deps.database.sql, row, deps.now())
  if (!sent) throw new RetryLater(1_000, 'another node posts this message')
  try {
    return await postMessage(deps, sent, { threadTs, postId: row.uuid, about: aboutOf(row) }, shown)
  } catch (error) {
    if (error instanceof SlackProblem && error.kind !== 'unknown') await markNotSent(deps.database.sql, row)
    else await markGivenUp(deps.database.sql, row, deps.now()).catch(() => undefined)
    throw error
  }
}

/** The message is in Slack. One that was found instead of posted may show less than it should by now. */
const settle = async (deps: BotDeps, tx: Tx, row: PostRow, ts: string): Promise<NewBotJob[]> => {
  await settlePosted(tx.sql, row, ts, deps.now())
  return isInDoubt(row) ? [postJob(row)] : []
}

/** Posts the card in the channel, where it begins a thread. */
export const postCard = async (
  deps: Posting,
  root: PostRow,
  { replies, also }: Shown = {},
): Promise<string> => {
  const ts = await postOnce(deps, root, undefined, { replies, also })
  await deps.database.transaction(async (tx) => deps.lanes.enqueue(tx, await settle(deps, tx, root, ts)))
  return ts
}

const isStillOwn = async (sql: Queries, { channel, threadTs, taskUuid }: TaskThread): Promise<boolean> =>
  (await joinedTask(sql, channel, threadTs)) === taskUuid

const leftMeanwhile = () => new RetryLater(0, 'the thread is no longer the task’s')

/** Posts the card in the thread that people began. If they moved it to another task meanwhile, this one's next thread gets a new card. */
const postCardIn = async (deps: Posting, root: PostRow, own: TaskThread, { replies, also }: Shown) => {
  const ts = await postOnce(deps, root, own.threadTs, { replies, also })
  const isOwn = await deps.database.transaction(async (tx) => {
    const jobs = await settle(deps, tx, root, ts)
    const isOwn = await isStillOwn(tx.sql, own)
    if (isOwn) await deps.lanes.enqueue(tx, jobs)
    else await forgetMessage(tx.sql, root)
    return isOwn
  })
  if (!isOwn) throw leftMeanwhile()
}

/** A root posted more recently than this is not gone: Slack refused for another reason. */
const freshRootMs = 60_000

const isFresh = (deps: BotDeps, { settled_at: postedAt }: PostRow): boolean =>
  deps.now() - (postedAt ?? deps.now()) < freshRootMs

/** Posts in the thread that people began. If that ends, the card begins a new thread. */
const inOwnThread = async (deps: Posting, { row, root }: DuePost, thread: string, shown: Shown) => {
  const own = { channel: row.channel, threadTs: thread, taskUuid: aboutOf(row).uuid }
  // Slack may have taken long to say who reads the channel.
  if (!(await isStillOwn(deps.database.sql, own))) throw leftMeanwhile()
  try {
    if (root?.ts === null) await postCardIn(deps, root, own, shown)
    return await postOnce(deps, row, thread, shown)
  } catch (error) {
    const end = endOf(error)
    if (end === undefined) throw error
    const closedAt = end === 'locked' ? deps.now() : undefined
    return goOn(deps, end, own, (tx) => leaveThread(tx, own, closedAt))
  }
}

const inThread = async (deps: Posting, { row }: DuePost, root: PostRow, shown: Shown): Promise<string> => {
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
    return goOn(deps, end, left, (tx) =>
      leaveCard(tx, { ...root, ts: threadTs }, { isTask: isTaskCard(root.kind), now: deps.now() }),
    )
  }
}

/** Stores that the message is flat, so that retries look for it there and edits look the same. */
const inChannel = async (deps: Posting, row: PostRow, shown: Shown): Promise<string> => {
  const { flat, ...readers } = shown
  if (flat === undefined) return postOnce(deps, row, undefined, shown)
  const form = withForm(row, { flat })
  await setForm(deps.database.sql, row, form)
  return postOnce(deps, { ...row, form }, undefined, readers)
}

/** Posts what is not in Slack yet: in the thread that people began, under its card, or in the channel itself. */
const postInPlace = async (deps: Posting, found: DuePost): Promise<string> => {
  const due = found.root?.ts === null ? await withQuote(deps, found, found.root) : found
  const { row, root, settings, thread } = due
  const flat = formFor(settings, row, root, thread)
  const saying = root?.ts === null ? root : row
  const shown = { flat, ...(await readersNowOf(deps, saying, settings, flat)) }
  if (thread !== undefined && shown.flat === undefined) return inOwnThread(deps, due, thread, shown)
  return root && shown.flat === undefined ? inThread(deps, due, root, shown) : inChannel(deps, row, shown)
}

/** Posts the message, and stores that in one transaction with what follows. Returns its `ts`. */
const postNow = async (deps: BotDeps, job: BotJob<'post'>, due: DuePost): Promise<string> => {
  const { row } = due
  const ts = await postInPlace({ ...deps, searching: job }, due)
  const tell = whoWaitsFor(row)
  const url = tell && (await deps.slack.permalink(row.channel, ts))
  const update = (card: PostRow) => changeMessage(deps, { ...due, row: card }, card.ts ?? '')
  const quote = await quoteComment(deps, due, update)
  await deps.database.mayBeLost.transaction(async (tx) => {
    const changes = await settle(deps, tx, row, ts)
    const cards = quote.shown ? await keepQuote(deps, tx, row, quote.shown) : quote.jobs
    if (tell) await notifyPosted(deps, tx, row.channel, tell, url)
    await job.done(tx, [...changes, ...cards])
  })
  return ts
}

/** In the lane of its thread, where the channel doesn't wait for it. */
const moveAside = (deps: BotDeps, job: BotJob<'post'>, row: PostRow, change: Partial<NewBotJob> = {}) =>
  deps.database.transaction((tx) =>
    job.done(tx, [{ ...postJob(row), lane: threadLane(row), ...change } as NewBotJob]),
  )

/** Lane `post`, one per channel, and one per thread whose message is looked for: posts in order. */
export const sendPost = async (deps: BotDeps, job: BotJob<'post'>): Promise<void> => {
  const { mayBeLost, installation } = deps.database
  const due = await duePost({ sql: mayBeLost.sql, installation }, job.payload.post, deps.now())
  if (!due || !isDue(due.row)) return
  const { row, receivedAt } = due
  const isAside = job.lane !== row.channel
  if (due.isBehind && !isAside) return moveAside(deps, job, row)
  try {
    // What may be in Slack already is looked for first.
    const reason = isInDoubt(row) ? undefined : await reasonNotToSend(deps, due)
    if (reason !== undefined && (await followAgain(deps, row.channel))) return
    if (reason !== undefined) return await withhold(deps, job, due, reason)
    const ts = row.ts === null ? await postNow(deps, job, due) : await showChange(deps, job, due, row.ts)
    if (receivedAt !== null) deps.metrics.posted(deps.now() - receivedAt)
    deps.log.info({ channel: row.channel, kind: row.kind, ts }, 'a message is posted')
  } catch (error) {
    if (error instanceof SearchWaits && !isAside)
      return moveAside(deps, job, row, { payload: error.payload, runAt: deps.now() + error.afterMs })
    await slackTrouble(deps, job, row, error)
  }
}

/** Shows nothing, or leaves for good what Slack shows. Who waits for the comment hears that it exists. */
const withhold = async (deps: BotDeps, job: BotJob<'post'>, due: DuePost, reason: string): Promise<void> => {
  const { row } = due
  const { channel, kind } = row
  const tell = whoWaitsFor(row)
  await deps.database.mayBeLost.transaction(async (tx) => {
    const isSettled = await settleUnposted(tx.sql, row, { state: 'skipped', error: reason }, deps.now())
    const cards = unquote(deps, due)
    if (tell) await notifyPosted(deps, tx, channel, tell)
    await job.done(tx, isSettled ? cards : [postJob(row), ...cards])
  })
  deps.log.debug({ channel, kind }, 'a message was not needed')
}

/** The lane gave up after a day's outage, a bug or a restore. */
export const onPostGivenUp = async (
  deps: BotDeps,
  tx: Tx,
  { payload }: Pick<BotJob<'post'>, 'payload'>,
  reason: string,
): Promise<void> => {
  const row = await postById(tx.sql, payload.post)
  if (!row || !isDue(row)) return
  if (reason === restoredReason) await markInDoubt(tx.sql, row)
  await failPost(deps, tx, row, reason)
}
