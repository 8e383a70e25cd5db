import {
  addDeliveries,
  deliveryByUuid,
  deliveryOf,
  type DeliveryRow,
  settleDelivery,
} from '../../store/ledger/deliveries.ts'
import { closeGap, type Gap, gapOf, proveGaps, threadsAwaited } from '../../store/posting/gaps.ts'
import { proveDoubts } from '../../store/replies/doubts.ts'
import { threadsJoined } from '../../store/threads/task-threads.ts'
import type { Tx } from '../../store/database.ts'
import type { BotDeps } from '../../deps.ts'
import type { NewBotJob } from '../../payloads.ts'
import { incoming } from '../../slack/said.ts'
import { isClosed } from '../../slack/problem.ts'
import type { Seen } from '../../slack/slack.ts'
import { dayMs, minuteMs } from '../answers/wall-clock.ts'
import { isDeliveryKind } from '../ledger/delivery-kinds.ts'

/** Older threads rarely get replies, and the channel waits for the check. */
const rootsMs = 30 * dayMs

/** By then Slack has repeated everything unacknowledged. Anything else was taken, and then lost by the database. */
const repeatedMs = 7 * minuteMs

/** Runs in the channel's post lane, before anything else is posted there. */
export const lookJob = (channel: string): NewBotJob => ({
  kind: 'post',
  lane: channel,
  payload: { look: 'gap' },
})

/** Tells admins and subscribers, once an hour, because each node notices the loss by itself. */
export const setBackJob = ({ since, until }: Gap): NewBotJob => ({
  kind: 'set-back',
  lane: 'tell',
  uniqueKey: `set-back:${new Date(until).toISOString().slice(0, 13)}`,
  payload: { since, until },
})

const isOpen = ({ op, state }: DeliveryRow) => op === 'post' && (state === 'waiting' || state === 'sending')

/**
 * Corrects the ledger from a message of ours: marks its row as posted, or creates a lost row again, without the text,
 * so that threads and edits work. Returns whether the row was missing.
 */
export const takeBack = async (
  deps: Pick<BotDeps, 'database' | 'now'>,
  channel: string,
  { message, ours }: Seen,
): Promise<boolean> => {
  const said = incoming.safeParse(message).data
  if (!said || !ours?.own || !isDeliveryKind(ours.own.kind)) return false
  const { ts, thread_ts: threadTs } = said
  const { deliveryId: uuid, own, about } = ours
  const key = { channel, kind: own.kind, objectUuid: own.uuid }
  const on = about && about.uuid !== own.uuid ? about : undefined
  const isFlat = on !== undefined && (!threadTs || threadTs === ts)
  const facts = isFlat ? { flat: true } : {}
  return deps.database.transaction(async (tx) => {
    const known = await deliveryByUuid(tx.sql, uuid)
    const made = { ...key, uuid, op: 'post' as const, on, facts, inboxId: null, createdAt: deps.now() }
    const [added] = known ? [] : await addDeliveries(tx, [made])
    // A repeat of the event may have created the row just now.
    const row = known ?? added ?? (await deliveryOf(tx.sql, key))
    if (row && isOpen(row)) await settleDelivery(tx.sql, row, { state: 'posted', ts }, deps.now())
    return added !== undefined
  })
}

/** Corrects the ledger from the channel. Returns whether a row was missing. */
const lookAround = async (deps: BotDeps, channel: string, { since }: Gap): Promise<boolean> => {
  const { sql } = deps.database
  const joined = await threadsJoined(sql, channel, since - rootsMs)
  const threads = [...new Set([...(await threadsAwaited(sql, channel)), ...joined])]
  const where = { channel, sinceMs: since, rootsSinceMs: since - rootsMs, threads }
  let isProof = false
  try {
    for await (const seen of deps.slack.said(where)) if (await takeBack(deps, channel, seen)) isProof = true
  } catch (error) {
    if (!isClosed(error)) throw error
    deps.log.warn({ channel }, 'could not read a channel to find what was posted there')
  }
  return isProof
}

const prove = async (deps: BotDeps, tx: Tx, gap: Gap): Promise<void> => {
  await proveGaps(tx)
  await proveDoubts(tx)
  await deps.lanes.enqueue(tx, [setBackJob(gap)])
}

/** Searches for people's replies: at once, or after Slack has repeated everything unacknowledged. */
const repliesJob = (channel: string, { since, until, lost }: Gap): NewBotJob => {
  const job = { kind: 'missed-replies' as const, uniqueKey: `${channel}:gap:${since}:${until}` }
  return lost
    ? { ...job, lane: `${channel}:forgotten`, payload: { channel, since, until }, runAt: until + repeatedMs }
    : { ...job, lane: channel, payload: { channel, since } }
}

/**
 * After a gap, corrects the ledger from the channel before anything more is posted there. Does nothing if there is no
 * gap.
 */
export const recoverPosts = async (deps: BotDeps, channel: string): Promise<void> => {
  const gap = await gapOf(deps.database.sql, channel)
  if (!gap) return
  const isProof = await lookAround(deps, channel, gap)
  await deps.database.transaction(async (tx) => {
    if (isProof && !gap.lost) await prove(deps, tx, gap)
    await closeGap(tx, channel)
    await deps.lanes.enqueue(tx, [repliesJob(channel, { ...gap, lost: gap.lost || isProof })])
  })
}
