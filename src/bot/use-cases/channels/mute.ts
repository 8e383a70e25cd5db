import { type Mute, muteOf, mutesOf, putMute, removeMute } from '../../store/channels/channel-mutes.ts'
import { leftOutReasons, leftOutSince } from '../../store/ledger/left-out.ts'
import { allSubscriptions } from '../../store/channels/subscriptions.ts'
import { muted, muteUnchanged, unmuted } from '../../messages/channels/muted.ts'
import { type MuteLength, muteLengths } from '../../messages/channels/mute-menu.ts'
import { staleButton } from '../../messages/answers/press-again.ts'
import type { BotDeps } from '../../deps.ts'
import type { Answer } from '../answers/answer.ts'
import { mayNotManage } from '../../access/may-not-manage.ts'
import { morningAfter } from '../answers/morning-after.ts'
import { refreshHomes } from '../home/refresh-homes.ts'
import { sayInChannel } from '../answers/say-in-channel.ts'

export interface MutePress {
  /** What the menu's entry or the button carries. */
  value: string
  user: string
  /** Where it was pressed; empty on the Home tab. */
  channel: string
  triggerId: string
}

const hourMs = 3_600_000

const untilOf = async (deps: BotDeps, user: string, length: MuteLength): Promise<number | undefined> => {
  if (length === 'open') return undefined
  if (length === 'hour') return deps.now() + hourMs
  return morningAfter((await deps.slack.person(user)).timeZone ?? 'UTC', deps.now())
}

/** The channels that a person sees listed and is in. */
const ownChannels = async (deps: BotDeps, user: string): Promise<string[]> => {
  const mine = await deps.slack.channelsOf(user)
  const all = await allSubscriptions(deps.database.sql)
  return [...new Set(all.map(({ channel }) => channel))].filter((channel) => mine.has(channel))
}

const readMenu = (value: string): { channel: string; length: MuteLength } | undefined => {
  const [channel = '', word = ''] = value.split(' ')
  const length = muteLengths.find((one) => one === word)
  return length && { channel, length }
}

/** *Mute…*: nothing new is posted for a while, here or in all channels that the person sees; each of them is told. */
export const muteChannels = async (deps: BotDeps, press: MutePress): Promise<Answer | undefined> => {
  const wanted = readMenu(press.value)
  if (!wanted) return { message: staleButton() }
  const { user, triggerId } = press
  const refused =
    wanted.channel === 'all' ? undefined : await mayNotManage(deps, user, wanted.channel, press.channel)
  if (refused) return refused
  const channels = wanted.channel === 'all' ? await ownChannels(deps, user) : [wanted.channel]
  if (channels.length === 0) return { message: muteUnchanged({ wanted: 'mute' }) }
  const until = await untilOf(deps, user, wanted.length)
  const untilDate = until === undefined ? undefined : new Date(until).toISOString()
  await deps.database.transaction(async (tx) => {
    for (const channel of channels) {
      await putMute(tx, { channel, until, by: user, at: deps.now() })
      await sayInChannel(deps, tx, channel, `mute-${triggerId}`, muted({ channel, by: user, untilDate }))
    }
    await refreshHomes(deps, tx)
  })
  return undefined
}

const unmute = (deps: BotDeps, mute: Mute, { user, triggerId }: MutePress): Promise<void> =>
  deps.database.transaction(async (tx) => {
    const { channel } = mute
    // Somebody else was faster: one of both says so.
    if (!(await removeMute(tx, channel))) return
    const left = await leftOutSince(tx.sql, channel, mute.at)
    const leftOut = left.find(({ reason }) => reason === leftOutReasons.mute)?.count ?? 0
    await sayInChannel(deps, tx, channel, `unmute-${triggerId}`, unmuted({ by: user, leftOut }))
    await refreshHomes(deps, tx)
  })

/** *Unmute*, on the line in the channel, on the list, or on the Home tab. */
export const unmuteChannels = async (deps: BotDeps, press: MutePress): Promise<Answer | undefined> => {
  const { value, user } = press
  const { sql } = deps.database
  if (value !== 'all') {
    const refused = await mayNotManage(deps, user, value, press.channel)
    if (refused) return refused
  }
  const one = value === 'all' ? undefined : await muteOf(sql, deps.now(), value)
  const mutes =
    value === 'all'
      ? await mutesOf(sql, deps.now(), await ownChannels(deps, user))
      : one === undefined
        ? []
        : [one]
  if (mutes.length === 0) return { message: muteUnchanged({ wanted: 'unmute' }) }
  for (const mute of mutes) await unmute(deps, mute, press)
  return undefined
}
