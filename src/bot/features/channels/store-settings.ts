import type { Tx } from '../../store/database.ts'
import {
  channelSettings,
  putChannelSettings,
  settingsChangedAt,
  type ChannelSettings,
} from '../../store/channel-settings.ts'
import { dropOwnEvents, subscriptionsOf } from '../../store/subscriptions.ts'
import { digestedUntil, setDigested } from '../digests/store/digests.ts'
import {
  isPresetName,
  morning,
  presetOf,
  presets,
  sameEvents,
} from '../../audience/messages/settings-words.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { Queries } from '../../store/database.ts'
import { scheduleDigest } from '../digests/post-digest.ts'
import { changeSubscriptions, followReaders } from '../../sync/posts/follow-readers.ts'
import { forSettings, keptNames, type KeptName } from '../../kit/setting-rows.ts'

/**
 * A channel's settings. `stored` has the events chosen for the channel; `settings` has those of all its subscriptions
 * together, or the same as `stored` if there are none.
 */
export const settingsNow = async (sql: Queries, channel: string) => {
  const stored = await channelSettings(sql, channel)
  const subscriptions = await subscriptionsOf(sql, channel)
  const [first = stored, ...others] = subscriptions
  const mixed = others.some(({ events }) => !sameEvents(events, first.events))
  const events = [...new Set([...first.events, ...others.flatMap((one) => one.events)])]
  const settings = { ...stored, events }
  return { settings, stored, subscriptions, mixed, preset: presetOf(settings, mixed) }
}

/** Slack's channels have no time zone. Until a digest has one, the person's is used. */
export const channelNow = async ({ database, slack }: BotDeps, channel: string, user: string) => {
  const now = await settingsNow(database.sql, channel)
  return { ...now, timeZone: now.settings.digest?.timeZone ?? (await slack.person(user)).timeZone ?? 'UTC' }
}

interface Time {
  at: string
  timeZone: string
}

export const withPreset = (name: keyof typeof presets, now: ChannelSettings, time: Time): ChannelSettings => {
  const { events, modules, digest, ...preset } = presets[name]
  const kept = forSettings(keptNames, (own) => now[own]) as Pick<ChannelSettings, KeptName>
  return { ...preset, ...kept, events: [...events], modules, digest: digest && { ...digest, ...time } }
}

/** The settings that a preset would bring. Undefined if the channel has them, or if it names none. */
export const settingsBy = async (
  deps: BotDeps,
  channel: string,
  user: string,
  preset: string | undefined,
): Promise<ChannelSettings | undefined> => {
  if (preset === undefined || !isPresetName(preset) || preset === 'custom') return undefined
  const { settings, timeZone, preset: before } = await channelNow(deps, channel, user)
  if (preset === before) return undefined
  return withPreset(preset, settings, { at: settings.digest?.at ?? morning, timeZone })
}

const hasFilter = ({ modules, tasks }: ChannelSettings): boolean => modules !== undefined || tasks !== 'all'

/** `hasNewEvents`: they count for all subscriptions, also those that had their own. */
export const storeSettings = async (
  deps: BotDeps,
  tx: Tx,
  channel: string,
  settings: ChannelSettings,
  { user, hasNewEvents }: { user: string; hasNewEvents: boolean },
): Promise<void> => {
  const before = await channelSettings(tx.sql, channel)
  const events = hasNewEvents ? settings.events : before.events
  const filteredSince = await settingsChangedAt(tx.sql, channel)
  await changeSubscriptions(deps, tx, channel, async (changing) => {
    if (hasNewEvents) await dropOwnEvents(changing, channel)
    await putChannelSettings(tx, channel, { ...settings, events }, { user, at: deps.now() })
  })
  if (hasFilter(before) && !hasFilter(settings) && filteredSince !== undefined)
    await deps.lanes.enqueue(tx, [
      { kind: 'left-out', lane: `${channel}@${filteredSince}`, payload: { channel, filteredSince } },
    ])
  if (before.replies !== settings.replies) await followReaders(deps, tx, channel)
  // A new digest does not cover the time before it was turned on.
  if (!before.digest) await setDigested(tx, channel, await digestedUntil(tx.sql, channel), deps.now())
  await scheduleDigest(deps, tx, channel, settings)
}
