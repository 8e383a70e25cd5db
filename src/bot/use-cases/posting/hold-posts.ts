import { type DeliveryRow, setFacts, settleDelivery } from '../../store/ledger/deliveries.ts'
import type { DuePost } from '../../store/posting/due-post.ts'
import { heldPlaces, holdPost } from '../../store/posting/held.ts'
import type { Tx } from '../../store/database.ts'
import type { Job } from '../../../lanes/lanes.ts'
import type { BotDeps } from '../../deps.ts'
import type { BotJob, NewBotJob } from '../../payloads.ts'
import { briefOf, withShown } from '../ledger/delivery-facts.ts'
import { quietUntil } from '../ledger/policy.ts'
import { isOwn } from './before-sending.ts'

/** `end`: quiet hours ended or changed. `rest`: posts that were held in the meantime. */
export type Release = 'end' | 'rest'

/** Queued in the channel's post lane. Held posts are queued behind it. */
export const releaseJob = (channel: string, release: Release, key?: string): NewBotJob => ({
  kind: 'post',
  lane: channel,
  payload: { release },
  ...(key !== undefined && { uniqueKey: key }),
})

/** Wakes the channel when quiet hours end. Has its own lane, because a waiting job blocks its lane. */
const alarm = (channel: string, until: number, key: string): NewBotJob => ({
  kind: 'quiet',
  lane: `${channel}@${until}`,
  uniqueKey: key,
  payload: { channel },
  runAt: until,
})

export const setAlarm = (deps: BotDeps, tx: Tx, channel: string, until: number, job: Job): Promise<void> =>
  deps.lanes.enqueue(tx, [alarm(channel, until, `${channel}@${until}:${job.seq}`)])

/** Lane `quiet`. Queues the release in the channel's lane, so that holding and releasing do not overlap. */
export const endQuiet = async (deps: BotDeps, job: BotJob<'quiet'>): Promise<void> => {
  const { channel } = job.payload
  await deps.database.transaction(async (tx) => {
    await deps.lanes.enqueue(tx, [releaseJob(channel, 'end', `release:${job.seq}`)])
    await job.done(tx)
  })
}

/** A person's own comment waits only for its thread. Anything else waits for the whole channel. */
const isBehind = (row: DeliveryRow, held: { thread: string | null }) =>
  isOwn(row) ? held.thread === row.on_uuid : true

/**
 * Holds a post during quiet hours, or behind posts already held. `held_post` keeps the order while the lane
 * goes on. Returns whether it was held. Never holds a message that may already be posted.
 */
export const heldBack = async (
  deps: BotDeps,
  job: Job,
  { row, settings, holds }: DuePost,
): Promise<boolean> => {
  if (row.op !== 'post' || row.state !== 'waiting') return false
  const until = isOwn(row) ? undefined : quietUntil(settings.quiet, deps.now())
  const held = holds ? await heldPlaces(deps.database.sql, row.channel) : []
  const released = held.some((other) => other.id === row.id && other.released)
  const waits = row.kind !== 'quiet_digest' && !released && held.some((other) => isBehind(row, other))
  if (until === undefined && !waits) return false
  await deps.database.transaction(async (tx) => {
    await holdPost(tx, row, deps.now())
    // The first held post sets the alarm. Later ones are released by the lane.
    const first = held.every((other) => other.released || other.id === row.id)
    if (until === undefined) await deps.lanes.enqueue(tx, [releaseJob(row.channel, 'rest')])
    else if (first) await setAlarm(deps, tx, row.channel, until, job)
    await job.done(tx)
  })
  return true
}

/** Applies a change to a message that is not posted yet. Returns why there is nothing to change in Slack. */
export const foldIn = async (deps: BotDeps, row: DeliveryRow, waiting: DeliveryRow): Promise<string> => {
  const { sql } = deps.database
  if (row.kind === 'comment_tombstone') {
    const error = 'the comment was deleted before it was posted'
    await settleDelivery(sql, waiting, { state: 'skipped', error }, deps.now())
    return error
  }
  const { flat, nameInBlocks } = briefOf(waiting)
  await setFacts(sql, waiting, withShown(row, { flat, nameInBlocks }))
  return 'the message was not posted yet: it will say this'
}
