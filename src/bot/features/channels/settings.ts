import type { ChannelSettings } from '../../store/channel-settings.ts'
import { channelNow, storeSettings, withPreset } from './store-settings.ts'
import {
  isPresetName,
  settingsSaved,
  eventsOfBoxes,
  morning,
  presetOf,
  sameEvents,
} from '../../audience/messages/settings-words.ts'
import { settingsDialog, settingsInputs as ids } from './messages/settings-dialog.ts'
import { staleButton } from '../../answers/messages/try-again.ts'
import { type Actor, type Here, maySteer } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { type Answer, type OnPress, type Press, showView, updateView } from '../../answers/answer.ts'
import { type Errors, errorsWhere } from '../../kit/form-elements.ts'
import { notifyChannel } from '../../answers/notify.ts'
import { type ChosenSettings, forSettings, settingNames, valuesOf } from '../../kit/setting-rows.ts'
import { isTimeZone } from '../../kit/time.ts'

/** The dialog's values. Undefined if the dialog does not show the input, `''` if it was cleared. */
export type SettingsForm = {
  [Input in keyof typeof ids]?: (Input extends 'events' | 'modules' ? readonly string[] : string) | undefined
}

interface ChannelNow {
  /** With the events that the channel receives, including subscriptions' own. */
  settings: ChannelSettings
  mixed: boolean
  /** The digest's, or else that of the person who opens the settings. */
  timeZone: string
}

const oneOf = <T extends string>(all: readonly T[], word: string | undefined, otherwise: T): T =>
  all.find((one) => one === word) ?? otherwise

const timeOf = ({ settings: { digest }, timeZone }: ChannelNow, form: SettingsForm) => ({
  at: (form.digestAt ?? digest?.at) || morning,
  timeZone: form.timeZone || timeZone,
})

const digestIn = (now: ChannelNow, form: SettingsForm): ChannelSettings['digest'] => {
  const { digest } = now.settings
  const isChosen = form.layout === undefined ? digest !== undefined : form.layout === 'digest'
  if (!isChosen) return undefined
  const day = Number(form.digestDay ?? (digest?.every === 'weekly' ? digest.day : 'daily'))
  const isWeekly = day >= 1 && day <= 7
  return { every: isWeekly ? 'weekly' : 'daily', day: isWeekly ? day : 1, ...timeOf(now, form) }
}

const modulesIn = (before: ChannelSettings['modules'], form: SettingsForm): ChannelSettings['modules'] => {
  const names = form.modules ?? before?.names ?? []
  const list = oneOf(['only', 'except'], form.moduleList, before?.list ?? 'only')
  return names.length > 0 ? { list, names } : undefined
}

const customIn = (now: ChannelNow, form: SettingsForm): ChannelSettings => {
  const { settings } = now
  const { layout, events } = form
  const chosen = forSettings(settingNames, (name) => oneOf(valuesOf(name), form[name], settings[name]))
  return {
    ...settings,
    events: events === undefined ? settings.events : eventsOfBoxes(settings.events, events),
    layout: layout === 'digest' ? 'flat' : oneOf(['threads', 'flat'], layout, settings.layout),
    digest: digestIn(now, form),
    modules: modulesIn(settings.modules, form),
    ...(chosen as ChosenSettings),
  }
}

/** What the dialog shows now, and would save. */
const draftOf = (now: ChannelNow, form: SettingsForm) => {
  const { settings, mixed } = now
  const preset = isPresetName(form.preset) ? form.preset : presetOf(settings, mixed)
  const chosen = preset === 'custom' ? customIn(now, form) : withPreset(preset, settings, timeOf(now, form))
  return { preset, settings: chosen }
}

const problemsOf = (form: SettingsForm, { events }: ChannelSettings): Errors | undefined => {
  const wrongZone = !!form.timeZone && !isTimeZone(form.timeZone)
  const none = form.events !== undefined && events.length === 0
  return errorsWhere(
    [none, ids.events, 'Choose at least one event. To receive none, mute the channel.'],
    [wrongZone, ids.timeZone, 'No such time zone. Write it like Europe/Berlin.'],
  )
}

const viewOf = async (deps: BotDeps, channel: string, user: string, { form, onTop }: Shown) => {
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

interface Shown {
  form: SettingsForm
  onTop?: boolean | undefined
}

export const changeSettings = async (deps: BotDeps, { user, place }: Here, viewId: string, shown: Shown) => {
  await updateView(deps, viewId, await viewOf(deps, place.channel, user, shown))
}

/** Stores and announces the settings before the dialog closes. */
export const saveSettings = async (
  deps: BotDeps,
  { user, place: { channel, shared } }: Here,
  { viewId }: { viewId: string },
  form: SettingsForm,
): Promise<Errors | undefined> => {
  const now = await channelNow(deps, channel, user)
  const { preset, settings } = draftOf(now, form)
  const problems = problemsOf(form, settings)
  if (problems) return problems
  const key = `settings-${viewId}`
  // Unchanged boxes keep subscriptions' own events.
  const hasNewEvents = preset !== 'custom' || !sameEvents(settings.events, now.settings.events)
  await deps.database.transaction(async (tx) => {
    await storeSettings(deps, tx, channel, settings, { user, hasNewEvents })
    // Modules have the team's names.
    const said = shared ? { ...settings, modules: undefined } : settings
    const savedPreset = presetOf(settings, now.mixed && !hasNewEvents)
    const message = settingsSaved({ ...said, preset: savedPreset, by: user })
    await notifyChannel(deps, tx, channel, key, message)
  })
  return undefined
}

/** A preset's button, under the message after subscribing. */
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
