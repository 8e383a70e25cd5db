import { type ChannelSettings, defaultSettings } from '../../audience/store/channel-settings.ts'
import {
  eventsOfBoxes,
  isPresetName,
  type PresetName,
  morning,
} from '../../audience/messages/settings-words.ts'
import { settingsInputs as ids } from './messages/settings-dialog.ts'
import { type Errors, errorsWhere } from '../../kit/form-elements.ts'
import {
  type ChosenSettings,
  comparedNames,
  forSettings,
  keptNames,
  type KeptName,
  settingNames,
  valuesOf,
} from '../../kit/setting-rows.ts'
import { isTimeZone } from '../../kit/time.ts'
import { isDeepStrictEqual } from 'node:util'
import { eventNames } from '../../../contract/event.ts'

type Preset = Omit<ChannelSettings, KeptName>

const milestones: Preset = defaultSettings

const daily = { every: 'daily', day: 1, at: morning, timeZone: 'UTC' } as const

export const presets: Readonly<Record<Exclude<PresetName, 'custom'>, Preset>> = {
  everything: { ...milestones, events: [...eventNames] },
  milestones,
  digest: { ...milestones, layout: 'flat', digest: daily },
  completed: { ...milestones, events: ['project_completed'] },
}

const names = Object.keys(presets) as (keyof typeof presets)[]

/** Leaves out the digest's time and the order of events, because presets don't set them. */
const compared = ({ events, digest, layout, modules, ...chosen }: Preset) => ({
  layout,
  modules,
  ...forSettings(comparedNames, (name) => chosen[name]),
  events: new Set(events),
  digest: digest?.every,
})

/** *Custom* if no preset matches. `mixed`: not all subscriptions receive the same events. */
export const presetOf = (settings: ChannelSettings, mixed = false): PresetName => {
  const same = names.find((name) => isDeepStrictEqual(compared(presets[name]), compared(settings)))
  return mixed ? 'custom' : (same ?? 'custom')
}

export const withPreset = (
  name: keyof typeof presets,
  now: ChannelSettings,
  digest: { at: string; timeZone: string },
): ChannelSettings => {
  const preset = presets[name]
  const kept = forSettings(keptNames, (own) => now[own]) as Pick<ChannelSettings, KeptName>
  return { ...preset, ...kept, digest: preset.digest && { ...preset.digest, ...digest } }
}

type Lists = 'events' | 'modules'

/** The dialog's values. Undefined if the dialog does not show the input, `''` if it was cleared. */
export type SettingsForm = {
  [Input in keyof typeof ids]?: (Input extends Lists ? readonly string[] : string) | undefined
}

export interface ChannelNow {
  /** The events are those the channel receives, including subscriptions' own. */
  settings: ChannelSettings
  mixed: boolean
  /** The channel's, or that of the person who opens the settings. */
  timeZone: string
}

const oneOf = <T extends string>(all: readonly T[], word: string | undefined, otherwise: T): T =>
  all.find((one) => one === word) ?? otherwise

const digestIn = (
  { settings, timeZone: zone }: ChannelNow,
  form: SettingsForm,
): ChannelSettings['digest'] => {
  const { digest } = settings
  const isChosen = form.layout === undefined ? digest !== undefined : form.layout === 'digest'
  if (!isChosen) return undefined
  const before = digest?.every === 'weekly' ? String(digest.day) : 'daily'
  const at = (form.digestAt ?? digest?.at) || morning
  const timeZone = form.timeZone || zone
  const weekly = Number(form.digestDay ?? before)
  return weekly >= 1 && weekly <= 7
    ? { every: 'weekly', day: weekly, at, timeZone }
    : { every: 'daily', day: 1, at, timeZone }
}

const modulesIn = (before: ChannelSettings['modules'], form: SettingsForm): ChannelSettings['modules'] => {
  const names = form.modules ?? before?.names ?? []
  const list = oneOf(['only', 'except'], form.moduleList, before?.list ?? 'only')
  return names.length > 0 ? { list, names } : undefined
}

const chosenIn = (before: ChannelSettings, form: SettingsForm): ChosenSettings =>
  forSettings(settingNames, (name) => oneOf(valuesOf(name), form[name], before[name])) as ChosenSettings

const customIn = (now: ChannelNow, form: SettingsForm): ChannelSettings => {
  const { settings } = now
  const { layout } = form
  return {
    ...settings,
    events: form.events === undefined ? settings.events : eventsOfBoxes(settings.events, form.events),
    layout: layout === 'digest' ? 'flat' : oneOf(['threads', 'flat'], layout, settings.layout),
    digest: digestIn(now, form),
    modules: modulesIn(settings.modules, form),
    ...chosenIn(settings, form),
  }
}

/** What the dialog shows now, and what is saved when it is submitted. */
export const draftOf = (now: ChannelNow, form: SettingsForm) => {
  const { settings, mixed, timeZone } = now
  const preset = isPresetName(form.preset) ? form.preset : presetOf(settings, mixed)
  const at = (form.digestAt ?? settings.digest?.at) || morning
  const chosen =
    preset === 'custom'
      ? customIn(now, form)
      : withPreset(preset, settings, { at, timeZone: form.timeZone || timeZone })
  return { preset, settings: chosen }
}

export const problemsOf = (form: SettingsForm, { events }: ChannelSettings): Errors | undefined => {
  const { timeZone } = form
  const wrongZone = timeZone !== undefined && timeZone !== '' && !isTimeZone(timeZone)
  const none = form.events !== undefined && events.length === 0
  return errorsWhere(
    [none, ids.events, 'Choose at least one event. To receive none, mute the channel.'],
    [wrongZone, ids.timeZone, 'No such time zone. Write it like Europe/Berlin.'],
  )
}
