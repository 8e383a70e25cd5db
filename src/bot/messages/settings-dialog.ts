import type { ModalView } from '@slack/types'
import { input, plain, several, typed } from './form-elements.ts'
import { callbacks, inputs } from './ids.ts'
import { type Choice, options } from './options.ts'

export interface SettingsDialogFacts {
  channel: string
  channelName: string
  layout: string
  replies: string
  detail: string
  broadcast: readonly string[]
  /** `HH:MM` and an IANA time zone; what to begin with when `quiet` is false. */
  quiet: boolean
  from: string
  to: string
  timeZone: string
}

export const layoutChoices: readonly Choice[] = [
  { value: 'threads', text: 'Threads', description: 'One thread a task, its card on top' },
  { value: 'flat', text: 'Flat', description: 'Everything in the channel, with its task’s name' },
]
export const replyChoices: readonly Choice[] = [
  { value: 'two-way', text: 'Two-way', description: 'A reply in a thread becomes a comment' },
  { value: 'one-way', text: 'One-way', description: 'Replies stay in Slack' },
  { value: 'off', text: 'Off', description: 'Nothing is posted and no reply is taken' },
]
export const detailChoices: readonly Choice[] = [
  { value: 'full', text: 'Full' },
  { value: 'compact', text: 'Compact', description: 'Shorter cards, no form answers' },
]
export const broadcastChoices: readonly Choice[] = [
  { value: 'comment', text: 'Comments' },
  { value: 'task_completed', text: 'Completed tasks' },
  { value: 'subtask_line', text: 'Completed and answered subtasks' },
  { value: 'project_line', text: 'Status, owner, invitations, modules' },
]
const quietChoice: Choice = { value: 'on', text: 'Keep quiet hours; what happens meanwhile is posted after' }

const radio = (id: string, choices: readonly Choice[], value: string) => {
  const all = options(choices)
  const first = all.find((choice) => choice.value === value) ?? all[0]
  return {
    type: 'radio_buttons' as const,
    action_id: id,
    options: all,
    ...(first && { initial_option: first }),
  }
}

const checks = (id: string, choices: readonly Choice[], values: readonly string[]) => ({
  type: 'checkboxes' as const,
  action_id: id,
  options: options(choices),
  ...several(choices.filter(({ value }) => values.includes(value))),
})

const time = (id: string, at: string) => ({ type: 'timepicker' as const, action_id: id, initial_time: at })

const quietInputs = ({ quiet, from, to, timeZone }: SettingsDialogFacts) => {
  const { settingsQuiet, settingsFrom, settingsTo, settingsZone } = inputs
  return [
    input({
      id: settingsQuiet.block,
      label: 'Quiet hours',
      optional: true,
      element: checks(settingsQuiet.action, [quietChoice], quiet ? ['on'] : []),
    }),
    input({
      id: settingsFrom.block,
      label: 'From',
      optional: true,
      element: time(settingsFrom.action, from),
    }),
    input({ id: settingsTo.block, label: 'To', optional: true, element: time(settingsTo.action, to) }),
    input({
      id: settingsZone.block,
      label: 'The channel’s time zone',
      hint: 'Such as Europe/Berlin or America/New_York.',
      optional: true,
      element: { type: 'plain_text_input', action_id: settingsZone.action, ...typed(timeZone, 100) },
    }),
  ]
}

/** `/onboard settings`: how this channel wants to be spoken to. */
export const settingsDialog = (facts: SettingsDialogFacts): ModalView => {
  const { settingsLayout, settingsReplies, settingsDetail, settingsBroadcast } = inputs
  return {
    type: 'modal',
    callback_id: callbacks.settingsDialog,
    private_metadata: facts.channel,
    title: plain('Channel settings', 24),
    submit: plain('Save', 24),
    close: plain('Cancel', 24),
    blocks: [
      { type: 'section', text: plain(`For everybody in #${facts.channelName}.`, 300) },
      input({
        id: settingsLayout.block,
        label: 'Where messages stand',
        element: radio(settingsLayout.action, layoutChoices, facts.layout),
      }),
      input({
        id: settingsReplies.block,
        label: 'Replies',
        element: radio(settingsReplies.action, replyChoices, facts.replies),
      }),
      input({
        id: settingsDetail.block,
        label: 'How much is said',
        element: radio(settingsDetail.action, detailChoices, facts.detail),
      }),
      input({
        id: settingsBroadcast.block,
        label: 'From threads, also shown in the channel',
        hint: 'Completed projects always are.',
        optional: true,
        element: checks(settingsBroadcast.action, broadcastChoices, facts.broadcast),
      }),
      ...quietInputs(facts),
    ],
  }
}
