import {
  channelSettings,
  settingsWithDigest,
  type ChannelSettings,
  settingsIn,
  type DigestSchedule,
} from '../../audience/store/channel-settings.ts'
import { eachAlone } from '../../deps/background.ts'
import { beginDigests, digestedUntil, setDigested } from './store/digests.ts'
import type { Tx } from '../../store/database.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { BotJob } from '../../store/payloads.ts'
import { commitPlanned } from '../../sync/posts/decision.ts'
import { digestFacts, periodOf } from './digest-facts.ts'
import { dayMs, instantsOf, midnight, minuteMs, minutesOf } from '../../kit/time.ts'

/** Monday is 1, Sunday is 7. */
const weekday = (wall: number): number => new Date(wall).getUTCDay() || 7

/** A local hour that is repeated counts once. A skipped one counts as the hour after it. */
export const nextDigest = ({ every, day, at, timeZone }: DigestSchedule, after: number): number => {
  const today = midnight(timeZone, after)
  // Nine days, because a clock shift can move today's time into the past.
  for (let days = 0; days <= 8; days++) {
    const wall = today + days * dayMs
    if (every === 'weekly' && weekday(wall) !== day) continue
    const [due] = instantsOf(timeZone, wall + minutesOf(at) * minuteMs)
    if (due !== undefined && due > after) return due
  }
  return after + dayMs
}

/** False if the settings changed after the digest was scheduled. */
export const isDigestTime = (schedule: DigestSchedule, due: number): boolean =>
  nextDigest(schedule, due - 1) === due

/** The key includes the covered period: if a clock is set back, the time alone is already used. */
export const scheduleDigest = async (
  deps: Pick<BotDeps, 'lanes' | 'now'>,
  tx: Tx,
  channel: string,
  { digest }: Pick<ChannelSettings, 'digest'>,
): Promise<void> => {
  if (!digest) return
  const due = nextDigest(digest, deps.now())
  const told = await digestedUntil(tx.sql, channel)
  // One lane per digest, so that next week's digest does not block another.
  const lane = `${channel}@${due}`
  await deps.lanes.enqueue(tx, [
    { kind: 'digest', lane, uniqueKey: `${lane}:${told ?? 0}`, payload: { channel, due }, runAt: due },
  ])
}

/** At start, schedules the next digest of every channel, in case clocks or jobs were lost. */
export const scheduleDigests = async (deps: Pick<BotDeps, 'lanes' | 'log' | 'now'>, tx: Tx): Promise<void> =>
  eachAlone(
    deps.log,
    await settingsWithDigest(tx.sql),
    ({ channel }) => ({ channel }),
    async ({ channel, settings }) => {
      const { digest } = settingsIn(settings)
      await beginDigests(tx, channel, deps.now())
      await scheduleDigest(deps, tx, channel, { digest })
    },
  )

/** Lane `digest`. A late digest covers the whole time. A new schedule cancels it. */
export const postDigest = async (deps: BotDeps, job: BotJob<'digest'>): Promise<void> => {
  const { channel, due } = job.payload
  const { sql } = deps.database
  const settings = await channelSettings(sql, channel)
  if (!settings.digest || !isDigestTime(settings.digest, due)) return
  const until = deps.now()
  const told = await digestedUntil(sql, channel)
  // A future time comes from a clock that was set back, so it is ignored.
  const since = told !== undefined && told > until ? until - periodOf(settings.digest) : told
  // The first of several late digests has reported everything.
  const wanted = since === undefined || since < due
  const facts = wanted ? await digestFacts(deps, channel, { since, until }) : undefined
  await deps.database.transaction(async (tx) => {
    const isNews = facts !== undefined && (await setDigested(tx, channel, told, until))
    if (isNews && facts.projects.length > 0)
      await commitPlanned(deps, tx, [{ channel, kind: 'digest', objectUuid: `digest@${due}`, facts }])
    await scheduleDigest(deps, tx, channel, settings)
    await job.done(tx)
  })
}
