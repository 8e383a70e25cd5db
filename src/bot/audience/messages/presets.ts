import type { StaticSelect } from '@slack/types'
import { actions } from '../../kit/ids.ts'
import { option, options, plain } from '../../kit/options.ts'

/** In the order of the menu. *Custom* means that the settings match no preset. */
export const presetChoices = [
  {
    value: 'everything',
    text: 'Everything',
    description: 'Comments, tasks, subtasks, modules and projects',
  },
  {
    value: 'milestones',
    text: 'Customer’s words and milestones',
    description: 'Comments, completed tasks, and project status',
  },
  {
    value: 'digest',
    text: 'Daily digest',
    description: 'One message a day; completed projects right away',
  },
  {
    value: 'completed',
    text: 'Only completed projects',
    description: 'One message when a project is done',
  },
  { value: 'custom', text: 'Custom', description: 'Choose events, layout, filters and replies' },
] as const

/** Without descriptions. */
export const presetNames = presetChoices.map(({ value, text }) => ({ value, text }))

export type PresetName = (typeof presetChoices)[number]['value']

export const isPresetName = (word: string | undefined): word is PresetName =>
  presetChoices.some(({ value }) => value === word)

export const presetChoice = (name: PresetName) =>
  presetChoices.find(({ value }) => value === name) ?? presetChoices[1]

/** A choice applies at once; *Custom* opens the settings. */
export const presetMenu = (current: PresetName): StaticSelect => {
  const initial = option({ ...presetChoice(current), description: undefined })
  return {
    type: 'static_select',
    action_id: actions.choosePreset,
    placeholder: plain('Choose what arrives here', 150),
    options: options(presetNames),
    ...(initial && { initial_option: initial }),
  }
}
