import { isDeepStrictEqual } from 'node:util'
import { type EventName, eventNames, type Family, familyOf, families } from '../../../contract/event.ts'
import { capital, cut, listed, oneLine, storedLengthOf } from '../../kit/text.ts'
import {
  choicesOf,
  type ChosenSettings,
  comparedNames,
  type KeptName,
  settingNames,
  usualSettings,
  eventRows,
  boxes,
  type BoxName,
} from '../../kit/setting-rows.ts'
import { bold, line, type Message, message, user } from '../../kit/message.ts'
import type { StaticSelect } from '@slack/types'
import { actions } from '../../kit/ids.ts'
import { option, options, plain, type Choice } from '../../kit/form-elements.ts'

interface Box {
  value: string
  text: string
  events: readonly EventName[]
  /** The events that post something. The others only update existing messages. */
  posting: readonly EventName[]
}

const eventBoxes: readonly Box[] = (Object.keys(boxes) as BoxName[]).map((value) => {
  const events = eventNames.filter((name) => eventRows[name].box === value)
  return { value, text: boxes[value], events, posting: events.filter((name) => eventRows[name].posts) }
})

const isChecked = ({ events }: Box, chosen: ReadonlySet<string>) => events.some((name) => chosen.has(name))

export const checkedBoxes = (chosen: readonly EventName[]): string[] => {
  const names = new Set<string>(chosen)
  return eventBoxes.filter((one) => isChecked(one, names)).map(({ value }) => value)
}

/** If only some of a box's events were chosen, its description names them. */
export const boxChoices = (chosen: readonly EventName[]): Choice[] => {
  const names = new Set<string>(chosen)
  return eventBoxes.map(({ value, text, events, posting }) => {
    const present = events.filter((name) => names.has(name))
    const isPart = present.length > 0 && posting.some((name) => !names.has(name))
    return { value, text, description: isPart ? `Only ${eventWords(present)}` : undefined }
  })
}

/** The events after a change. An unchanged box keeps the events it had. */
export const eventsOfBoxes = (before: readonly EventName[], checked: readonly string[]): EventName[] => {
  const names = new Set<string>(before)
  return eventBoxes.flatMap((one) => {
    if (!checked.includes(one.value)) return []
    return isChecked(one, names) ? one.events.filter((name) => names.has(name)) : one.events
  })
}

const order = [...new Set((Object.keys(eventRows) as EventName[]).map(familyOf))]
const single = (names: readonly string[]) => listed(names.map((name) => eventRows[name as EventName].words))

const wordsOf = (family: Family, events: ReadonlySet<string>): string | undefined => {
  const all: readonly string[] = families[family]
  const missing = all.filter((name) => !events.has(name))
  if (missing.length === 0) return `${family}s`
  if (missing.length === all.length) return undefined
  const present = all.filter((name) => events.has(name))
  if (present.length <= missing.length) return single(present)
  return `${family}s without ${single(missing)}`
}

/** `comments, tasks and projects without invitations to projects` */
export const eventWords = (events: readonly string[]): string => {
  const set = new Set(events)
  const words = order.map((family) => wordsOf(family, set)).filter((text) => text !== undefined)
  if (words.length === 0) return 'no events'
  return eventNames.every((name) => set.has(name)) ? 'all events' : listed(words)
}

/** In the order of the menu. *Custom* means that the settings match no preset. */
export const presetWords = {
  everything: { text: 'Everything', description: 'Comments, tasks, subtasks, modules and projects' },
  milestones: {
    text: 'Customer’s words and milestones',
    description: 'Comments, completed tasks, and project status',
  },
  digest: { text: 'Daily digest', description: 'One message a day; completed projects right away' },
  completed: { text: 'Only completed projects', description: 'One message when a project is done' },
  custom: { text: 'Custom', description: 'Choose events, layout, filters and replies' },
} as const

export type PresetName = keyof typeof presetWords

export const presetChoices = Object.entries(presetWords).map(([value, words]) => ({ value, ...words }))
export const presetNames = presetChoices.map(({ value, text }) => ({ value, text }))

export const isPresetName = (word: string | undefined): word is PresetName =>
  word !== undefined && Object.hasOwn(presetWords, word)

/** A choice applies at once; *Custom* opens the settings. */
export const presetMenu = (current: PresetName): StaticSelect => {
  const initial = option({ value: current, text: presetWords[current].text })
  return {
    type: 'static_select',
    action_id: actions.choosePreset,
    placeholder: plain('Choose what arrives here', 150),
    options: options(presetNames),
    ...(initial && { initial_option: initial }),
  }
}

/** The default time of a digest. */
export const morning = '09:00'

interface ModuleFacts {
  list: 'only' | 'except'
  names: readonly string[]
}

export interface SettingsFacts extends ChosenSettings {
  preset: PresetName
  events: readonly EventName[]
  layout: 'threads' | 'flat'
  /** `day`: 1 is Monday. `at`: `HH:MM` in an IANA time zone. */
  digest?: { every: 'daily' | 'weekly'; day: number; at: string; timeZone: string } | undefined
  modules?: ModuleFacts | undefined
}

type PresetSettings = Omit<SettingsFacts, 'preset' | KeptName>

/** What each preset sets. The other settings stay as they are. */
export const presets: Readonly<Record<Exclude<PresetName, 'custom'>, PresetSettings>> = {
  everything: { ...usualSettings, events: eventNames },
  milestones: usualSettings,
  digest: {
    ...usualSettings,
    layout: 'flat',
    digest: { every: 'daily', day: 1, at: morning, timeZone: 'UTC' },
  },
  completed: { ...usualSettings, events: ['project_completed'] },
}

/** The same for settings that differ only in the digest's time or the order of events, which presets don't set. */
const keyOf = ({ events, layout, digest, modules, ...choices }: PresetSettings): string => {
  const chosen = comparedNames.map((name) => choices[name])
  return JSON.stringify([[...new Set(events)].sort(), layout, digest?.every, modules, chosen])
}

const presetsByKey = new Map(
  Object.entries(presets).map(([name, set]) => [keyOf(set), name as keyof typeof presets]),
)

/** *Custom* if no preset matches. `mixed`: not all subscriptions receive the same events. */
export const presetOf = (settings: PresetSettings, mixed = false): PresetName =>
  (mixed ? undefined : presetsByKey.get(keyOf(settings))) ?? 'custom'

export const sameEvents = (one: readonly string[], other: readonly string[]): boolean =>
  isDeepStrictEqual(new Set(one), new Set(other))

export const weekDays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const most = 20
/** Room for a list of names, in stored characters, so that the list fits in one line with its first words. */
const namesRoom = 900

const someNames = (names: ModuleFacts['names']) => {
  const shown: string[] = []
  let left = namesRoom
  for (const name of names.slice(0, most)) {
    const words = cut(oneLine(name), 150)
    left -= storedLengthOf(words) + 2
    if (left < 0) break
    shown.push(words)
  }
  const rest = names.length - shown.length
  return [...shown, ...(rest > 0 ? [`${rest} more`] : [])].join(', ')
}

const moduleWords = ({ list, names }: ModuleFacts): string =>
  `${list === 'only' ? 'Only' : 'Never'} tasks of these modules: ${someNames(names)}`

const timeWords = ({ every, day, at, timeZone }: NonNullable<SettingsFacts['digest']>) =>
  `${every === 'weekly' ? `Every ${weekDays[day - 1] ?? 'Monday'}` : 'Every day'} at ${at}, ${timeZone}`

/** A preset has one text wherever it is named. */
const receivesWords = ({ preset, events, layout, digest }: SettingsFacts): string[] => {
  const when = digest ? [timeWords(digest)] : []
  if (preset !== 'custom') return [presetWords[preset].description, ...when]
  if (digest) return ['A digest; completed projects right away', ...when]
  const what = capital(eventWords(events))
  return [layout === 'flat' ? `${what}, each in the channel itself` : what]
}

/** What the channel receives, to end a sentence. `ownEvents`: for a subscription with its own events. */
export const arriving = (facts: SettingsFacts, ownEvents = false): string => {
  const [what = ''] = receivesWords(ownEvents ? { ...facts, preset: 'custom' } : facts)
  return what.slice(0, 1).toLowerCase() + what.slice(1)
}

/** A line for each setting. The first says what the channel receives. */
export const settingsWords = (facts: SettingsFacts): string[] => {
  const { modules } = facts
  const chosen = settingNames.map((name) => choicesOf(name).find(({ value }) => value === facts[name])?.line)
  return [
    ...receivesWords(facts),
    ...(modules ? [moduleWords(modules)] : []),
    ...chosen.filter((words) => words !== undefined),
  ]
}

/** Posted in the channel, because it concerns everybody there. */
export const settingsSaved = ({ by, ...facts }: SettingsFacts & { by: string }): Message =>
  message(
    line(
      user(by),
      ' changed this channel’s settings: ',
      bold(presetWords[facts.preset].text),
      ...settingsWords(facts).map((words) => ` · ${words}`),
      '.',
    ),
  )
