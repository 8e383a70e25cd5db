import {
  type ChannelSettings,
  channelSettings,
  settingsWithDigest,
} from '../../store/bot/channel-settings.ts'
import { beginDigests, digestedUntil, setDigested } from '../../store/bot/channel-digests.ts'
import type { Tx } from '../../store/database.ts'
import type { Job } from '../../store/lanes.ts'
import { RetryLater } from '../../store/lanes.ts'
import type { DigestFacts } from '../messages/digest.ts'
import type { BotDeps } from '../deps.ts'
import { commitPlanned } from './commit-planned.ts'
import { digestFacts } from './digest-facts.ts'
import { isDigestTime, nextDigest } from './digest-times.ts'
import { laneTrouble } from './lane-trouble.ts'
import { quietUntil } from './settings-quiet.ts'

/** The next digest of a channel. Its moment is the key: one node of many does it, and each only once. */
export const scheduleDigest = async (
  deps: Pick<BotDeps, 'lanes' | 'now'>,
  tx: Tx,
  channel: string,
  { digest }: Pick<ChannelSettings, 'digest'>,
): Promise<void> => {
  if (!digest) return
  const due = nextDigest(digest, deps.now())
  const key = `${channel}@${due}`
  // A lane of its own: one that waits for next week must not hold another schedule's.
  await deps.lanes.enqueue(tx, [
    { kind: 'digest', lane: key, uniqueKey: key, payload: { channel, due }, runAt: due },
  ])
}

/** At the start: whatever happened to clocks and jobs, every channel that wants digests has its next one. */
export const scheduleDigests = async (deps: Pick<BotDeps, 'lanes' | 'now'>, tx: Tx): Promise<void> => {
  for (const { channel, settings } of await settingsWithDigest(tx.sql)) {
    await beginDigests(tx, channel, deps.now())
    await scheduleDigest(deps, tx, channel, settings)
  }
}

/** Into the ledger, and from there into the channel; what it told is told. */
export const commitDigest = async (
  deps: BotDeps,
  tx: Tx,
  channel: string,
  key: string,
  facts: DigestFacts,
): Promise<void> => {
  if (facts.projects.length > 0)
    await commitPlanned(deps, tx, null, [{ channel, kind: 'digest', objectUuid: key, op: 'post', facts }])
  await setDigested(tx, channel, deps.now())
}

/**
 * Lane `digest`. One that is late, since every node was down, tells of the whole time once, and the next comes at
 * its own time. One that the settings no longer know says nothing; in quiet hours it waits for their end, and is
 * written then.
 */
export const postDigest =
  (deps: BotDeps) =>
  async (job: Job): Promise<void> => {
    const { channel, due } = job.payload as { channel: string; due: number }
    const { sql } = deps.database
    try {
      const settings = await channelSettings(sql, channel)
      if (!settings.digest || !isDigestTime(settings.digest, due)) return
      const until = quietUntil(settings.quiet, deps.now())
      if (until !== undefined) throw new RetryLater(until - deps.now(), 'quiet hours of the channel')
      // A clock that ran ahead has told it already: the next one begins here.
      const ahead = ((await digestedUntil(sql, channel)) ?? 0) > deps.now()
      const facts = settings.replies === 'off' || ahead ? undefined : await digestFacts(deps, channel)
      await deps.database.transaction(async (tx) => {
        if (facts) await commitDigest(deps, tx, channel, `digest@${due}`, facts)
        else if (ahead) await setDigested(tx, channel, deps.now())
        await scheduleDigest(deps, tx, channel, settings)
        await job.done(tx)
      })
    } catch (error) {
      throw error instanceof RetryLater ? error : await laneTrouble(deps, job, error)
    }
  }
