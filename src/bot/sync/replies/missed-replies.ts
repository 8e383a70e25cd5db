import { channelsPostedTo } from '../store/past-posts.ts'
import { threadsJoined } from '../store/task-threads.ts'
import type { Tx } from '../../store/database.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { BotJob } from '../../store/payloads.ts'
import { isClosed } from '../../slack/problem.ts'
import { incoming, spoken } from '../../slack/incoming.ts'
import { takeSaid } from './take-reply.ts'
import { dayMs, minuteMs } from '../../kit/time.ts'

export const heartbeatMs = minuteMs

/** Slack retries after one and five minutes. After a longer absence, calls may have been missed. */
const awayMs = 2 * minuteMs
/** Covers clock differences, and the last heartbeat, which is up to a minute old. */
const marginMs = 2 * minuteMs
/** Older replies are not sent: a late answer would surprise the customer. */
const mostMs = 7 * dayMs
/** Older threads rarely get replies, and each one costs a call. */
const rootsMs = 90 * dayMs

/** Whether no node was running for longer than Slack retries. `heard`: when one last was, in ms. */
export const wasAway = (heard: number, now: number): boolean => now - heard > awayMs

/** Reads each channel for missed replies. The time is the job's key, so that only one node does it. */
export const queueMissedReplies = async (
  { lanes, now }: Pick<BotDeps, 'lanes' | 'now'>,
  tx: Tx,
  heard: number,
): Promise<void> => {
  const at = now()
  const since = heard - marginMs
  const channels = (await channelsPostedTo(tx.sql, at - rootsMs)).filter((id) => /^[CG]/.test(id))
  const jobs = channels.map((channel) => ({
    kind: 'missed-replies' as const,
    lane: channel,
    uniqueKey: `${channel}:${heard}`,
    payload: { channel, since },
  }))
  await lanes.enqueue(tx, jobs)
}

/**
 * Lane `missed-replies`, one per channel: replies written while no node was running. A reply that Slack also delivers
 * is stored once.
 */
export const takeMissedReplies = async (deps: BotDeps, job: BotJob<'missed-replies'>): Promise<void> => {
  const { channel } = job.payload
  const since = Math.max(job.payload.since, deps.now() - mostMs)
  const rootsSinceMs = deps.now() - rootsMs
  const threads = await threadsJoined(deps.database.sql, channel, rootsSinceMs)
  try {
    for await (const message of deps.slack.said({ channel, sinceMs: since, rootsSinceMs, threads })) {
      job.signal.throwIfAborted()
      const said = incoming.safeParse(message).data
      if (!said || Number(said.ts) * 1_000 <= since || !spoken.has(said.subtype)) continue
      await takeSaid(deps, said, channel)
    }
  } catch (error) {
    if (isClosed(error)) return deps.log.warn({ channel }, 'a channel could not be asked for missed replies')
    throw error
  }
}
