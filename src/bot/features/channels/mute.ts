import { isoTime } from '../../../contract/dates.ts'
import type { OnPress } from '../../answers/answer.ts'
import { staleButton } from '../../answers/messages/try-again.ts'
import { notifyChannel } from '../../answers/notify.ts'
import { type Actor, maySteer } from '../../audience/actor.ts'
import {
  muted,
  type MuteLength,
  muteLengths,
  muteUnchanged,
  unmuted,
  wasLeftOut,
} from '../../audience/messages/paused.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { hourMs, morningAfter } from '../../kit/time.ts'
import { endedMute, type Mute, mutesOf, putMute, removeMute } from '../../store/channel-settings.ts'
import { allSubscriptions } from '../../store/subscriptions.ts'
import { leftOutItems } from '../../sync/posts/left-out.ts'
import { leftOutReasons } from '../../sync/store/failures.ts'
import type { BotJob } from '../../store/payloads.ts'

const untilOf = async (deps: BotDeps, user: string, length: MuteLength): Promise<number | undefined> => {
  if (length === 'open') return undefined
  if (length === 'hour') return deps.now() + hourMs
  return morningAfter((await deps.slack.person(user)).timeZone ?? 'UTC', deps.now())
}

/** The channel, if this person may mute it. `all` means every subscribed channel that they are in. */
const channelsNamed = async (deps: BotDeps, actor: Actor, named: string) => {
  const channel = named === 'here' ? (actor.place?.channel ?? '') : named
  if (channel !== 'all') return (await maySteer(deps, actor, channel)) ?? { channels: [channel] }
  const joined = await deps.slack.channelsOf(actor.user)
  const all = await allSubscriptions(deps.database.sql)
  return { channels: [...new Set(all.map((one) => one.channel))].filter((one) => joined.has(one)) }
}

/** *Mute…*. Announced in each channel. */
export const muteChannels: OnPress = async (deps, actor, { value, triggerId }) => {
  const { user } = actor
  const [named = '', word] = value.split(' ')
  const length = muteLengths.find((one) => one === word)
  if (!length) return { message: staleButton() }
  const found = await channelsNamed(deps, actor, named)
  if (!('channels' in found)) return found
  if (found.channels.length === 0) return { message: muteUnchanged({ wanted: 'mute' }) }
  const until = await untilOf(deps, user, length)
  await deps.database.transaction(async (tx) => {
    for (const channel of found.channels) {
      await putMute(tx, { channel, until, by: user, at: deps.now() })
      const message = muted({ channel, by: user, untilDate: isoTime(until) })
      await notifyChannel(deps, tx, channel, `mute-${triggerId}`, message)
      if (until !== undefined) await deps.lanes.enqueue(tx, [endJob(channel, until)])
    }
  })
  return undefined
}

const endJob = (channel: string, mutedUntil: number) => {
  const lane = `${channel}@${mutedUntil}`
  return {
    kind: 'left-out' as const,
    lane,
    uniqueKey: lane,
    payload: { channel, mutedUntil },
    runAt: mutedUntil,
  }
}

/** Lane `left-out`. Says nothing if nothing was left out. */
export const sayLeftOut = async (deps: BotDeps, job: BotJob<'left-out'>): Promise<void> => {
  const { payload, seq } = job
  const { channel } = payload
  const isMute = 'mutedUntil' in payload
  const since = isMute
    ? await endedMute(deps.database.sql, channel, payload.mutedUntil)
    : payload.filteredSince
  const reason = isMute ? leftOutReasons.mute : leftOutReasons.filters
  const leftOut = since === undefined ? undefined : await leftOutItems(deps, channel, reason, since)
  await deps.database.transaction(async (tx) => {
    // Somebody may have muted the channel again meanwhile.
    const isOver = !isMute || (await removeMute(tx, channel, payload.mutedUntil))
    const of = isMute ? 'mute' : 'filter'
    if (isOver && leftOut && leftOut.total > 0)
      await notifyChannel(deps, tx, channel, `left-out-${seq}`, wasLeftOut({ of, leftOut }))
    await job.done(tx)
  })
}

const unmute = async (
  deps: BotDeps,
  { channel, at }: Mute,
  user: string,
  triggerId: string,
): Promise<void> => {
  const leftOut = await leftOutItems(deps, channel, leftOutReasons.mute, at)
  await deps.database.transaction(async (tx) => {
    // If two people unmute, only the first one's press is announced.
    if (!(await removeMute(tx, channel))) return
    await notifyChannel(deps, tx, channel, `unmute-${triggerId}`, unmuted({ by: user, leftOut }))
  })
}

export const unmuteChannels: OnPress = async (deps, actor, { value, triggerId }) => {
  const found = await channelsNamed(deps, actor, value)
  if (!('channels' in found)) return found
  const mutes = await mutesOf(deps.database.sql, deps.now(), found.channels)
  if (mutes.length === 0) return { message: muteUnchanged({ wanted: 'unmute' }) }
  for (const mute of mutes) await unmute(deps, mute, actor.user, triggerId)
  return undefined
}
