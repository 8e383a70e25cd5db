import { channelsPostedTo } from '../../store/ledger/delivered.ts'
import { readSetting, writeSetting } from '../../store/settings.ts'
import type { Tx } from '../../store/database.ts'
import type { BotDeps } from '../../deps.ts'
import type { BotJob } from '../../payloads.ts'
import { isClosed } from '../../slack/problem.ts'
import { incoming, spoken } from '../../slack/said.ts'
import { takeBack } from '../posting/recover-posts.ts'
import { takeSaid } from '../replies/take-said.ts'
import { dayMs, minuteMs } from '../answers/wall-clock.ts'

/** When some node last was there to hear Slack, in ms. */
const heardKey = 'heard_at'

/** How often a node says that it is there. */
export const heartbeatMs = minuteMs

/** Slack calls again after a minute and after five; whoever was away for longer than this may have missed a call. */
const awayMs = 2 * minuteMs
/** Slack's clock and ours differ, and the last sign of life is up to a minute old. */
const marginMs = 2 * minuteMs
/** Longer ago, an answer that appears in the tracker surprises more than it helps. */
const mostMs = 7 * dayMs
/** Threads whose card is older are seldom answered, and each costs a look at the channel's history. */
const rootsMs = 90 * dayMs

/**
 * At a start and at each sign of life: when nobody could store what Slack tells for longer than it calls again, each channel is asked what was
 * said meanwhile. One node of many does, since the moment is the job's key.
 */
export const queueMissedReplies = async (deps: Pick<BotDeps, 'lanes' | 'now'>, tx: Tx): Promise<void> => {
  const now = deps.now()
  const heard = Number((await readSetting(tx.sql, heardKey)) ?? now)
  await writeSetting(tx.sql, heardKey, String(now))
  if (now - heard <= awayMs) return
  const since = Math.max(heard - marginMs, now - mostMs)
  const channels = (await channelsPostedTo(tx.sql, now - rootsMs)).filter((id) => /^[CG]/.test(id))
  const jobs = channels.map((channel) => ({
    kind: 'missed-replies' as const,
    lane: channel,
    uniqueKey: `${channel}:${heard}`,
    payload: { channel, since },
  }))
  await deps.lanes.enqueue(tx, jobs)
}

/**
 * Lane `missed-replies`, one a channel: what people answered while no node was there. A reply that Slack delivers
 * as well is stored once, so looking twice does no harm.
 */
export const takeMissedReplies =
  (deps: BotDeps) =>
  async (job: BotJob<'missed-replies'>): Promise<void> => {
    const { channel, since, until = 0 } = job.payload
    const rootsSinceMs = deps.now() - rootsMs
    try {
      for await (const seen of deps.slack.said({ channel, sinceMs: since, rootsSinceMs })) {
        job.signal.throwIfAborted()
        const { message, signs } = seen
        if (until > 0) await takeBack(deps, channel, seen)
        const said = incoming.safeParse(message).data
        if (!said || Number(said.ts) * 1_000 <= since || !spoken.has(said.subtype)) continue
        // A sign of ours says that it was taken before.
        const isDoubtful = signs.length > 0 || Number(said.ts) * 1_000 <= until
        await takeSaid(deps, said, channel, isDoubtful ? 'lost' : undefined)
      }
    } catch (error) {
      if (isClosed(error))
        return deps.log.warn({ channel }, 'a channel could not be asked for missed replies')
      throw error
    }
  }

/** A sign of life; the first one after a time without the database looks for what was missed. */
export const noteHeard = (deps: Pick<BotDeps, 'database' | 'lanes' | 'now'>): Promise<void> =>
  deps.database.transaction((tx) => queueMissedReplies(deps, tx))
