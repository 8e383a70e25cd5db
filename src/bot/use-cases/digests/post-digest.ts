import {
  type ChannelSettings,
  channelSettings,
  settingsWithDigest,
} from '../../store/channels/channel-settings.ts'
import { beginDigests, digestedUntil, setDigested } from '../../store/digests/channel-digests.ts'
import type { Tx } from '../../store/database.ts'
import { RetryLater } from '../../../lanes/lanes.ts'
import type { DigestFacts } from '../../messages/digests/digest.ts'
import type { BotDeps } from '../../deps.ts'
import type { BotJob } from '../../payloads.ts'
import { commitPlanned } from '../ledger/commit-planned.ts'
import { digestFacts } from './digest-facts.ts'
import { isDigestTime, nextDigest, periodOf } from './digest-times.ts'
import { laneTrouble } from '../tracker/lane-trouble.ts'
import { quietUntil } from '../ledger/settings-quiet.ts'

/**
 * The next digest of a channel. Its moment and what was told before are the key: one node of many does it, once.
 * The moment alone would not do: a clock that ran ahead and was set back has used it up.
 */
export const scheduleDigest = async (
  deps: Pick<BotDeps, 'lanes' | 'now'>,
  tx: Tx,
  channel: string,
  { digest }: Pick<ChannelSettings, 'digest'>,
): Promise<void> => {
  if (!digest) return
  const due = nextDigest(digest, deps.now())
  const told = await digestedUntil(tx.sql, channel)
  // A lane of its own: one that waits for next week must not hold another schedule's.
  const lane = `${channel}@${due}`
  await deps.lanes.enqueue(tx, [
    { kind: 'digest', lane, uniqueKey: `${lane}:${told ?? 0}`, payload: { channel, due }, runAt: due },
  ])
}

/** At the start: whatever happened to clocks and jobs, every channel that wants digests has its next one. */
export const scheduleDigests = async (deps: Pick<BotDeps, 'lanes' | 'now'>, tx: Tx): Promise<void> => {
  for (const { channel, settings } of await settingsWithDigest(tx.sql)) {
    await beginDigests(tx, channel, deps.now())
    await scheduleDigest(deps, tx, channel, settings)
  }
}

/** Into the ledger, and from there into the channel. `told`: until when it was told as the facts were made. */
export const commitDigest = async (
  deps: BotDeps,
  tx: Tx,
  channel: string,
  { key, facts, told }: { key: string; facts: DigestFacts; told: number | undefined },
): Promise<boolean> => {
  if (!(await setDigested(tx, channel, told, deps.now()))) return false
  if (facts.projects.length > 0)
    await commitPlanned(deps, tx, null, [{ channel, kind: 'digest', objectUuid: key, op: 'post', facts }])
  return true
}

/**
 * Lane `digest`. One that is late, since every node was down, tells of the whole time once, and the next comes at
 * its own time. One that the settings no longer know says nothing; in quiet hours it waits for their end, and is
 * written then.
 */
export const postDigest =
  (deps: BotDeps) =>
  async (job: BotJob<'digest'>): Promise<void> => {
    const { channel, due } = job.payload
    const { sql } = deps.database
    try {
      const settings = await channelSettings(sql, channel)
      if (!settings.digest || !isDigestTime(settings.digest, due)) return
      const until = quietUntil(settings.quiet, deps.now())
      if (until !== undefined) throw new RetryLater(until - deps.now(), 'quiet hours of the channel')
      const told = await digestedUntil(sql, channel)
      // Of a clock that ran ahead and was set back, what was told says nothing.
      const since = told !== undefined && told > deps.now() ? deps.now() - periodOf(settings.digest) : told
      // Of several that are late, the first has told everything.
      const wanted = settings.replies !== 'off' && (since === undefined || since < due)
      const facts = wanted ? await digestFacts(deps, channel, { since }) : undefined
      await deps.database.transaction(async (tx) => {
        if (facts) await commitDigest(deps, tx, channel, { key: `digest@${due}`, facts, told })
        await scheduleDigest(deps, tx, channel, settings)
        await job.done(tx)
      })
    } catch (error) {
      throw error instanceof RetryLater ? error : await laneTrouble(deps, job, error)
    }
  }
