import { deliveryById, type DeliveryRow, setFacts, settleDelivery } from './store/deliveries.ts'
import { type DuePost, duePost } from './store/due-post.ts'
import { leaveCard, leaveThread, type TaskThread } from './store/task-threads.ts'
import { repliesIn, routeTo } from '../../audience/audience.ts'
import { nameForAll } from '../../audience/may.ts'
import { sayInChannel } from '../../answers/tell.ts'
import { threadLocked } from './messages/thread-locked.ts'
import type { Tx } from '../../store/database.ts'
import { RetryLater } from '../../../lanes/lanes.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { BotJob } from '../../store/payloads.ts'
import { threadEnd } from '../../slack/error-codes.ts'
import { SlackProblem } from '../../slack/problem.ts'
import { reasonNotToSend } from './before-sending.ts'
import { linkToTell, tellAuthor } from './tell-author.ts'
import { forOthers, isReadersUpdate } from './follow-readers.ts'
import type { Message } from '../../kit/message.ts'
import { kindOf, render } from './kinds.ts'
import { briefOf, type Shown, withShown } from './plan/delivery-facts.ts'
import { postOnce } from './post-once.ts'
import { asSet, ofTask } from './plan/policy.ts'
import { failPost, slackTrouble } from './slack-trouble.ts'
import { cardDeleted, isPostedCard } from './card-deleted.ts'
import { inForm } from '../../answers/in-form.ts'

const isOpen = (row: DeliveryRow) => row.state === 'waiting' || row.state === 'sending'

/** The card. Posts it if it is not in Slack yet: in the task's own thread, if people began one. */
const cardTs = async (
  deps: BotDeps,
  root: DeliveryRow,
  { replies }: Shown,
  thread?: string,
): Promise<string | undefined> => {
  if (root.state === 'posted') return root.ts ?? undefined
  const ts = await postOnce(deps, root, thread, { replies })
  await settleDelivery(deps.database.sql, root, { state: 'posted', ts }, deps.now())
  return ts
}

/** A root posted more recently than this is not gone: Slack refused for another reason. */
const freshRootMs = 60_000

const isFresh = (deps: BotDeps, { settled_at: postedAt }: DeliveryRow): boolean =>
  deps.now() - (postedAt ?? deps.now()) < freshRootMs

const endOf = (error: unknown) => (error instanceof SlackProblem ? threadEnd(error.code) : undefined)

/** Says once in the channel why the task goes on in a new thread. */
const sayLocked = async (
  deps: BotDeps,
  tx: Tx,
  { channel, taskUuid, threadTs }: TaskThread,
): Promise<void> => {
  const taskName = await nameForAll(tx.sql, channel, taskUuid)
  await sayInChannel(deps, tx, channel, `locked-${threadTs}`, threadLocked({ taskName }))
}

/** Posts in the thread that people began. If that ends, the card begins a new thread. */
const inOwnThread = async (
  deps: BotDeps,
  { row, on: root }: DuePost,
  thread: string,
  shown: Shown,
): Promise<string> => {
  try {
    if (root) await cardTs(deps, root, shown, thread)
    return await postOnce(deps, row, thread, shown)
  } catch (error) {
    const end = endOf(error)
    if (end === undefined) throw error
    const { channel, object_uuid: taskUuid } = root ?? row
    const left = { channel, threadTs: thread, taskUuid }
    await deps.database.transaction(async (tx) => {
      await leaveThread(tx, left, end === 'locked' ? deps.now() : undefined)
      if (end === 'locked') await sayLocked(deps, tx, left)
    })
    throw new RetryLater(0, `the thread is ${end}: the task begins a new one`)
  }
}

const inThread = async (
  deps: BotDeps,
  { row }: DuePost,
  root: DeliveryRow,
  shown: Shown,
): Promise<string> => {
  const threadTs = await cardTs(deps, root, shown)
  try {
    return await postOnce(deps, row, threadTs, shown)
  } catch (error) {
    const end = endOf(error)
    if (end === undefined || (end === 'gone' && isFresh(deps, root))) throw error
    if (isFresh(deps, root)) {
      // A new card would be locked too.
      await setFacts(deps.database.sql, row, withShown(row, { flat: ofTask(row, root) }))
      throw new RetryLater(0, 'the thread takes no messages: this one is posted in the channel')
    }
    await deps.database.transaction(async (tx) => {
      await leaveCard(tx, { ...root, ts: threadTs ?? null }, deps.now())
      const { channel, object_uuid: taskUuid } = root
      if (end === 'locked' && threadTs !== undefined)
        await sayLocked(deps, tx, { channel, taskUuid, threadTs })
    })
    throw new RetryLater(0, `the thread is ${end}: its card is posted again`)
  }
}

/** Stores that the message is flat, so that retries look for it there and edits look the same. */
const inChannel = async (deps: BotDeps, row: DeliveryRow, shown: Shown): Promise<string> => {
  const { flat, replies } = shown
  if (flat === undefined) return postOnce(deps, row, undefined, shown)
  const facts = withShown(row, { flat })
  await setFacts(deps.database.sql, row, facts)
  return postOnce(deps, { ...row, facts }, undefined, { replies })
}

/** Applies a change to a message that is not posted yet. Returns why there is nothing to change in Slack. */
const foldIn = async (deps: BotDeps, row: DeliveryRow, unposted: DeliveryRow): Promise<string> => {
  const { sql } = deps.database
  if (kindOf(row.kind)?.isRemoval) {
    const error = 'the comment was deleted before it was posted'
    await settleDelivery(sql, unposted, { state: 'skipped', error }, deps.now())
    return error
  }
  const { flat, nameInBlocks } = briefOf(unposted)
  await setFacts(sql, unposted, withShown(row, { flat, nameInBlocks }))
  return 'the message was not posted yet: it will say this'
}

/** Why an update needs no call: it changes a message that is not posted yet, or that a person may retry. */
const foldedIn = async (deps: BotDeps, { row, on }: DuePost): Promise<string | undefined> => {
  if (row.op !== 'update') return undefined
  return on?.state === 'waiting' || on?.state === 'failed' ? foldIn(deps, row, on) : undefined
}

const say = async (deps: BotDeps, due: DuePost): Promise<string | undefined> => {
  const { row, on: root, settings, thread } = due
  if (row.op === 'update') return change(deps, due)
  const replies = repliesIn(await routeTo(deps, row.channel), settings)
  const shown = { ...asSet(settings, row, root, thread), replies }
  if (thread !== undefined && shown.flat === undefined) return inOwnThread(deps, due, thread, shown)
  return root && shown.flat === undefined ? inThread(deps, due, root, shown) : inChannel(deps, row, shown)
}

/** Says in the log and the metrics that a row is settled. */
const report = (deps: BotDeps, { row, receivedAt }: DuePost, ts: string | undefined) => {
  const { channel, kind } = row
  if (ts === undefined) return deps.log.debug({ channel, kind }, 'a message was not needed')
  if (receivedAt !== null) deps.metrics.posted(deps.now() - receivedAt)
  deps.log.info({ channel, kind, ts }, 'a message is posted')
}

const postDue = async (deps: BotDeps, job: BotJob<'post'>, due: DuePost): Promise<void> => {
  const { row } = due
  try {
    const reason = (await reasonNotToSend(deps, due)) ?? (await foldedIn(deps, due))
    const ts = reason === undefined ? await say(deps, due) : undefined
    const result =
      ts === undefined
        ? { state: 'skipped' as const, error: reason ?? 'the message was never posted' }
        : { state: 'posted' as const, ts }
    const url = ts === undefined ? undefined : await linkToTell(deps, row, ts)
    await deps.database.transaction(async (tx) => {
      await settleDelivery(tx.sql, row, result, deps.now())
      await tellAuthor(deps, tx, row, url)
      await job.done(tx)
    })
    report(deps, due, ts)
  } catch (error) {
    await slackTrouble(deps, job, row, error)
  }
}

/** Lane `post`, one per channel: posts the ledger's rows in order. */
export const postDelivery = async (deps: BotDeps, job: BotJob<'post'>): Promise<void> => {
  const due = await duePost(deps.database.sql, job.payload.delivery, deps.now())
  if (!due || !isOpen(due.row)) return
  await postDue(deps, job, due)
}

/** The lane gave up after a day's outage or a bug. */
export const onPostAside = async (
  deps: BotDeps,
  tx: Tx,
  { payload }: Pick<BotJob<'post'>, 'payload'>,
  reason: string,
): Promise<void> => {
  const row = await deliveryById(tx.sql, payload.delivery)
  if (row && isOpen(row)) await failPost(deps, tx, row, reason)
}

/** What the message says now. Only one that says who reads replies depends on the channel's readers and settings. */
const formOf = async (
  deps: BotDeps,
  { row, on, settings }: Pick<DuePost, 'row' | 'settings'> & { on: DeliveryRow },
): Promise<Message> => {
  const { flat } = briefOf(on)
  if (!kindOf(row.kind)?.saysReaders && typeof flat !== 'object') return render(row, flat && { flat })
  const route = await routeTo(deps, row.channel)
  const shown = { flat, replies: repliesIn(route, settings) }
  return isReadersUpdate(row) && route.shared
    ? forOthers(deps, route, { row, on }, shown)
    : render(row, shown)
}

/** In the same form as the message it changes. Undefined if that was never posted. */
export const change = async (
  deps: BotDeps,
  { row, on, settings }: Pick<DuePost, 'row' | 'on' | 'settings'>,
): Promise<string | undefined> => {
  if (on?.state !== 'posted' || on.ts === null) return undefined
  const { ts } = on
  const { nameInBlocks } = briefOf(on)
  const facts = nameInBlocks ? withShown(row, { nameInBlocks }) : row.facts
  const form = await formOf(deps, { row: { ...row, facts }, on, settings })
  try {
    await inForm(deps, form, ({ text, blocks }) =>
      deps.slack.update({ channel: row.channel, ts, text, blocks }),
    )
  } catch (error) {
    if (!(error instanceof SlackProblem) || error.code !== 'message_not_found' || !isPostedCard(on))
      throw error
    // Slack's event about it was missed.
    await cardDeleted(deps, row.channel, ts)
    throw new RetryLater(0, 'the card is gone: it will say this once it is posted again')
  }
  return ts
}
