import type { InputBlock, KnownBlock, ModalView } from '@slack/types'
import { z } from 'zod'
import {
  checkboxes,
  input,
  menu,
  radio,
  searchSeveral,
  initialValue,
  modal,
  type Choice,
  search,
} from '../../../kit/form-elements.ts'
import { actions, callbacks, inputs } from '../../../kit/ids.ts'
import { button, buttons, chooseProject } from '../../../kit/buttons.ts'
import {
  choicesOf,
  forSettings,
  type SettingName,
  settingNames,
  settingRows,
} from '../../../kit/setting-rows.ts'
import {
  boxChoices,
  checkedBoxes,
  presetChoices,
  presetNames,
  type SettingsFacts,
  weekDays,
  presetWords,
  type PresetName,
} from '../../../audience/messages/settings-words.ts'
import { type Message, message } from '../../../kit/message.ts'

export const settingsInputs = {
  preset: actions.settingsPreset,
  events: 'settings_events',
  layout: actions.settingsLayout,
  digestDay: 'settings_digest_day',
  digestAt: 'settings_digest_time',
  moduleList: 'settings_module_list',
  modules: actions.settingsModules,
  ...(forSettings(settingNames, (name) => `settings_${name}`) as { [N in SettingName]: `settings_${N}` }),
  timeZone: 'settings_zone',
} as const

/** `onTop`: the dialog was opened from the list of subscriptions. */
export const settingsMetadataSchema = z.object({ channel: z.string(), onTop: z.boolean().optional() })

interface SettingsDialogFacts extends SettingsFacts {
  channel: string
  channelName: string
  /** Others read the channel, or its readers are unknown. */
  shared: boolean
  mixed: boolean
  onTop?: boolean | undefined
  timeZone: string
}

const layoutChoices: readonly Choice[] = [
  { value: 'threads', text: 'Threads: one for each task' },
  { value: 'flat', text: 'Flat: everything in the channel' },
  { value: 'digest', text: 'Digest: one message in place of many' },
]
const dayChoices: readonly Choice[] = [
  { value: 'daily', text: 'Every day' },
  ...weekDays.map((day, index) => ({ value: String(index + 1), text: `${day}s` })),
]
const listChoices: readonly Choice[] = [
  { value: 'only', text: 'Receive only these' },
  { value: 'except', text: 'Receive all except these' },
]
const optional = true
const ids = settingsInputs

/** A preset sets the digest's days, but not its time. */
const digestInputs = ({ digest, preset, timeZone }: SettingsDialogFacts): InputBlock[] => {
  if (!digest) return []
  const day = digest.every === 'weekly' ? String(digest.day) : 'daily'
  const zone: InputBlock['element'] = { type: 'plain_text_input', ...initialValue(timeZone, 100) }
  return [
    ...(preset === 'custom' ? [input(ids.digestDay, 'Digest', menu(dayChoices, day))] : []),
    input(ids.digestAt, 'Digest time', { type: 'timepicker', initial_time: digest.at }),
    input(ids.timeZone, 'Time zone of the digest', zone, {
      hint: 'Such as Europe/Berlin or America/New_York.',
    }),
  ]
}

const moduleInputs = ({ modules }: SettingsDialogFacts): InputBlock[] => {
  const chosen = (modules?.names ?? []).map((name) => ({ value: name, text: name }))
  return [
    input(ids.modules, 'Modules', searchSeveral('All modules', chosen, 20), { optional, dispatches: true }),
    ...(modules ? [input(ids.moduleList, 'Chosen modules', menu(listChoices, modules.list))] : []),
  ]
}

const choiceInput = (name: SettingName, facts: SettingsDialogFacts): InputBlock => {
  const choices = choicesOf(name).filter(({ teamOnly }) => !facts.shared || !teamOnly)
  const current = choices.find(({ value }) => value === facts[name]) ?? choices[0]
  return input(ids[name], settingRows[name].label, menu(choices, current?.value ?? ''))
}

const customInputs = (facts: SettingsDialogFacts): KnownBlock[] => {
  const { events, layout, digest, mixed } = facts
  const hint = mixed
    ? 'Some subscriptions have their own events. If you change a box, all subscriptions switch to the events chosen here.'
    : undefined
  return [
    input(ids.events, 'Events', checkboxes(boxChoices(events), checkedBoxes(events)), { hint }),
    input(ids.layout, 'Layout', menu(layoutChoices, digest ? 'digest' : layout), { dispatches: true }),
    ...digestInputs(facts),
    ...moduleInputs(facts),
    ...settingNames.map((name) => choiceInput(name, facts)),
  ]
}

export const settingsDialog = (facts: SettingsDialogFacts): ModalView => {
  const { channel, channelName, preset, onTop } = facts
  const isCustom = preset === 'custom'
  const presets = isCustom ? presetNames : presetChoices
  return modal(
    {
      submit: 'Save',
      callback: callbacks.settingsDialog,
      metadata: JSON.stringify({ channel, onTop }),
    },
    [
      input(ids.preset, `What #${channelName} receives`, radio(presets, preset), { dispatches: true }),
      ...(isCustom ? customInputs(facts) : digestInputs(facts)),
      ...buttons(!onTop && button(actions.manageSubscriptions, 'Subscriptions and mute', { value: channel }))
        .blocks,
    ],
  )
}

export const channelWelcome = (): Message =>
  message(
    'Onboarding is in this channel. Nothing arrives here until somebody chooses a project.',
    buttons(chooseProject()),
  )

interface SubscribeDialogFacts {
  channel: string
  channelName: string
  /** The channel's preset, for all that it receives. */
  preset: PresetName
}

/** *Choose a project*. */
export const subscribeDialog = ({ channel, channelName, preset }: SubscribeDialogFacts): ModalView => {
  const custom = { value: 'custom', text: presetWords.custom.text, description: 'As this channel is set now' }
  const presets = presetChoices.filter(({ value }) => value !== 'custom')
  return modal(
    {
      submit: 'Subscribe',
      callback: callbacks.subscribeDialog,
      metadata: channel,
    },
    [
      input(inputs.subscribeTo, `Project for #${channelName}`, search('Type part of its name'), {
        hint: 'Or all projects of an account, also those to come.',
      }),
      input(
        inputs.subscribePreset,
        'What arrives',
        radio(preset === 'custom' ? [custom, ...presets] : presets, preset),
        { hint: 'For everything that the channel receives. Change it any time in its settings.' },
      ),
    ],
  )
}
