import { isDeepStrictEqual } from 'node:util'
import {
  channelSettings,
  putChannelSettings,
  type ChannelSettings,
} from '../../audience/store/channel-settings.ts'
import { dropOwnEvents, type Subscription, subscriptionsOf } from '../../audience/store/subscriptions.ts'
import { digestedUntil, setDigested } from '../digests/store/digests.ts'
import type { Queries } from '../../store/database.ts'
import { isPresetName, settingsSaved } from '../../audience/messages/settings-words.ts'
import { settingsDialog } from './messages/settings-dialog.ts'
import { staleButton } from '../../answers/messages/try-again.ts'
import { type Actor, type Here, maySteer } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { type Answer, type OnPress, type Press, showView, updateView } from '../../answers/answer.ts'
import type { Errors } from '../../kit/form-elements.ts'
import { sayInChannel } from '../../answers/tell.ts'
import { scheduleDigest } from '../digests/post-digest.ts'
import { followReaders } from '../../sync/posts/pause-channel.ts'
import { presetOf, type ChannelNow, draftOf, problemsOf, type SettingsForm } from './settings-form.ts'

const sameEvents = (one: readonly string[], other: readonly string[]) =>
  isDeepStrictEqual(new Set(one), new Set(other))

/** The events of all the channel's subscriptions together, or of its first one to come. */
const arriving = (settings: ChannelSettings, received: readonly Subscription[]) => {
  const [first] = received
  const mixed = received.some(({ events }) => first !== undefined && !sameEvents(events, first.events))
  return { events: first ? [...new Set(received.flatMap(({ events }) => events))] : settings.events, mixed }
}

/** A channel's settings. `settings` has the events it receives, `stored` those chosen for the channel. */
export const settingsNow = async (sql: Queries, channel: string) => {
  const stored = await channelSettings(sql, channel)
  const { events, mixed } = arriving(stored, await subscriptionsOf(sql, channel))
  const settings = { ...stored, events }
  return { settings, stored, mixed, preset: presetOf(settings, mixed) }
}

/** Slack channels have no time zone. Until one is saved, it is the person's. */
const channelNow = async (
  { database, slack }: Pick<BotDeps, 'database' | 'slack'>,
  channel: string,
  user: string,
): Promise<ChannelNow> => {
  const now = await settingsNow(database.sql, channel)
  return { ...now, timeZone: now.settings.digest?.timeZone ?? (await slack.person(user)).timeZone ?? 'UTC' }
}

const viewOf = async (
  deps: BotDeps,
  channel: string,
  user: string,
  { form, onTop }: { form: SettingsForm; onTop?: boolean | undefined },
) => {
  const { name: channelName, shared } = await deps.slack.channel(channel)
  const now = await channelNow(deps, channel, user)
  const { preset, settings } = draftOf(now, form)
  const timeZone = form.timeZone || now.timeZone
  const { mixed } = now
  return settingsDialog({ ...settings, preset, channel, channelName, shared, mixed, onTop, timeZone })
}

/** `/onboard settings`, and *Settings* for the channel in `value` or the current one. */
export const openSettings = async (
  deps: BotDeps,
  actor: Actor,
  press: Pick<Press, 'value' | 'triggerId' | 'onTop'>,
  form: SettingsForm = {},
): Promise<Answer | undefined> => {
  const channel = press.value || actor.place?.channel
  if (channel === undefined) return { message: staleButton() }
  const refused = await maySteer(deps, actor, channel)
  if (refused) return refused
  await showView(deps, press, await viewOf(deps, channel, actor.user, { form, onTop: press.onTop }))
  return undefined
}

/** A choice in the dialog that changes which inputs it shows. */
export const changeSettings = async (
  deps: BotDeps,
  actor: Here,
  viewId: string,
  shown: { form: SettingsForm; onTop?: boolean | undefined },
): Promise<void> => {
  const { user, place } = actor
  await updateView(deps, viewId, await viewOf(deps, place.channel, user, shown))
}

/** Stored and announced before the dialog closes. */
export const saveSettings = async (
  deps: BotDeps,
  { user, place: { channel } }: Here,
  { viewId, isSilent }: { viewId: string; isSilent?: true },
  form: SettingsForm,
): Promise<Errors | undefined> => {
  const now = await channelNow(deps, channel, user)
  const { preset, settings } = draftOf(now, form)
  const problems = problemsOf(form, settings)
  if (problems) return problems
  const once = `settings-${viewId}`
  // Unchanged boxes keep subscriptions' own events.
  const chosen = preset !== 'custom' || !sameEvents(settings.events, now.settings.events)
  await deps.database.transaction(async (tx) => {
    const before = await channelSettings(tx.sql, channel)
    const events = chosen ? settings.events : before.events
    if (chosen) await dropOwnEvents(tx, channel)
    await putChannelSettings(tx, channel, { ...settings, events }, { user, at: deps.now() })
    const said = settingsSaved({ ...settings, preset: presetOf(settings, now.mixed && !chosen), by: user })
    if (!isSilent) await sayInChannel(deps, tx, channel, once, said)
    const { replies } = settings
    if (before.replies !== replies) await followReaders(deps, tx, channel)
    // A new digest does not cover the time before it was turned on.
    if (!before.digest) await setDigested(tx, channel, await digestedUntil(tx.sql, channel), deps.now())
    await scheduleDigest(deps, tx, channel, settings)
  })
  return undefined
}

/** A preset chosen under the message after subscribing. *Custom* opens the settings. */
export const choosePreset: OnPress<Here> = async (deps, actor, press) => {
  const { value: preset, triggerId } = press
  const { channel } = actor.place
  if (!isPresetName(preset)) return { message: staleButton() }
  if (preset === 'custom') return openSettings(deps, actor, { ...press, value: channel }, { preset })
  const refused = await maySteer(deps, actor, channel)
  if (refused) return refused
  await saveSettings(deps, actor, { viewId: `press-${triggerId}` }, { preset })
  return undefined
}
