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
} from '../../audience/messages/paused.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { hourMs, morningAfter } from '../../kit/time.ts'
import { type Mute, mutesOf, putMute, removeMute } from '../../store/channel-settings.ts'
import { allSubscriptions } from '../../store/subscriptions.ts'
import { leftOutReasons, leftOutSince } from '../../sync/store/failures.ts'

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
    }
  })
  return undefined
}

const unmute = (deps: BotDeps, { channel, at }: Mute, user: string, triggerId: string): Promise<void> =>
  deps.database.transaction(async (tx) => {
    // If two people unmute, only the first one's press is announced.
    if (!(await removeMute(tx, channel))) return
    const left = await leftOutSince(tx.sql, channel, at)
    const leftOut = left.find(({ reason }) => reason === leftOutReasons.mute)?.count ?? 0
    await notifyChannel(deps, tx, channel, `unmute-${triggerId}`, unmuted({ by: user, leftOut }))
  })

export const unmuteChannels: OnPress = async (deps, actor, { value, triggerId }) => {
  const found = await channelsNamed(deps, actor, value)
  if (!('channels' in found)) return found
  const mutes = await mutesOf(deps.database.sql, deps.now(), found.channels)
  if (mutes.length === 0) return { message: muteUnchanged({ wanted: 'unmute' }) }
  for (const mute of mutes) await unmute(deps, mute, actor.user, triggerId)
  return undefined
}
