import {
  addDeliveries,
  deliveryByUuid,
  deliveryOf,
  type DeliveryRow,
  settleDelivery,
} from '../../store/ledger/deliveries.ts'
import { closeGap, type Gap, gapOf, proveGaps, threadsAwaited } from '../../store/posting/gaps.ts'
import { proveDoubts } from '../../store/replies/doubts.ts'
import type { Tx } from '../../store/database.ts'
import type { BotDeps } from '../../deps.ts'
import type { NewBotJob } from '../../payloads.ts'
import { incoming } from '../../slack/said.ts'
import { isClosed } from '../../slack/problem.ts'
import type { Seen } from '../../slack/slack.ts'
import { dayMs, minuteMs } from '../answers/wall-clock.ts'
import { isDeliveryKind } from '../ledger/delivery-kinds.ts'

/** Older threads are seldom spoken in, and the channel waits for the look. */
const rootsMs = 30 * dayMs

/** By then Slack has repeated whatever the app did not acknowledge: the rest was taken, and forgotten. */
const repeatedMs = 7 * minuteMs

/** In the channel's post lane, before anything else is said there. */
export const lookJob = (channel: string): NewBotJob => ({
  kind: 'post',
  lane: channel,
  payload: { look: 'gap' },
})

/** Those who look after the app hear of it: once an hour, for each node notices by itself. */
export const setBackJob = ({ since, until }: Gap): NewBotJob => ({
  kind: 'set-back',
  lane: 'tell',
  uniqueKey: `set-back:${new Date(until).toISOString().slice(0, 13)}`,
  payload: { since, until },
})

const isOpen = ({ op, state }: DeliveryRow) => op === 'post' && (state === 'waiting' || state === 'sending')

/**
 * A message of ours as the ledger should have it. Its row says that it is posted; one that was lost is made anew of
 * the message, without its words, so that threads and edits go by it. True where the ledger had no such row.
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
    // The event that brings it again may have come in this very moment.
    const row = known ?? added ?? (await deliveryOf(tx.sql, key))
    if (row && isOpen(row)) await settleDelivery(tx.sql, row.id, { state: 'posted', ts }, deps.now())
    return added !== undefined
  })
}

/** Whether the channel shows what the database does not know. */
const lookAround = async (deps: BotDeps, channel: string, { since }: Gap): Promise<boolean> => {
  const threads = await threadsAwaited(deps.database.sql, channel)
  const where = { channel, sinceMs: since, rootsSinceMs: since - rootsMs, threads }
  let isProof = false
  try {
    for await (const seen of deps.slack.said(where)) if (await takeBack(deps, channel, seen)) isProof = true
  } catch (error) {
    if (!isClosed(error)) throw error
    deps.log.warn({ channel }, 'a channel could not be asked for what was posted there')
  }
  return isProof
}

const prove = async (deps: BotDeps, tx: Tx, gap: Gap): Promise<void> => {
  await proveGaps(tx)
  await proveDoubts(tx)
  await deps.lanes.enqueue(tx, [setBackJob(gap)])
}

/** What people said meanwhile: at once, or when Slack has repeated what it was not acknowledged. */
const repliesJob = (channel: string, { since, until, lost }: Gap): NewBotJob => {
  const job = { kind: 'missed-replies' as const, uniqueKey: `${channel}:gap:${since}:${until}` }
  return lost
    ? { ...job, lane: `${channel}:forgotten`, payload: { channel, since, until }, runAt: until + repeatedMs }
    : { ...job, lane: channel, payload: { channel, since } }
}

/**
 * After a time of which the database may have forgotten what was done: the ledger learns from the channel what stands
 * there, before anything more is said. Does nothing where there is no such time.
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
