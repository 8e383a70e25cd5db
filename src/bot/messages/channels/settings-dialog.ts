import type { ModalView } from '@slack/types'
import { chosen, input, plain, several, typed } from '../kit/form-elements.ts'
import { actions, callbacks, inputs } from '../kit/ids.ts'
import { button, buttons, type Message } from '../kit/message.ts'
import { type Choice, options } from '../kit/options.ts'

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
  /** `off`, `daily` or `weekly`; day (1 is Monday) and time are what to begin with when it is off. */
  digest: string
  digestDay: number
  digestAt: string
}

const layoutChoices: readonly Choice[] = [
  { value: 'threads', text: 'Threads', description: 'One thread a task, its card on top' },
  { value: 'flat', text: 'Flat', description: 'Everything in the channel, with its task’s name' },
  { value: 'digest', text: 'Digest', description: 'Only the digest, and what is chosen below' },
]
const replyChoices: readonly Choice[] = [
  { value: 'two-way', text: 'Two-way', description: 'A reply in a thread becomes a comment' },
  { value: 'one-way', text: 'One-way', description: 'Replies stay in Slack' },
  { value: 'off', text: 'Off', description: 'Nothing is posted and no reply is taken' },
]
const detailChoices: readonly Choice[] = [
  { value: 'full', text: 'Full' },
  { value: 'compact', text: 'Compact', description: 'Shorter cards, no form answers' },
]
export const broadcastChoices: readonly Choice[] = [
  { value: 'comment', text: 'Comments' },
  { value: 'task_completed', text: 'Completed tasks' },
  { value: 'subtask_line', text: 'Completed and answered subtasks' },
  { value: 'project_line', text: 'Status, owner, invitations, modules' },
]
const digestChoices: readonly Choice[] = [
  { value: 'off', text: 'None' },
  { value: 'daily', text: 'Daily' },
  { value: 'weekly', text: 'Weekly' },
]
const dayChoices: readonly Choice[] = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
].map((text, index) => ({ value: String(index + 1), text }))
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

const quietInputs = ({ quiet, from, to }: SettingsDialogFacts) => {
  const { settingsQuiet, settingsFrom, settingsTo } = inputs
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
  ]
}

const digestInputs = ({ channel, digest, digestDay, digestAt, timeZone }: SettingsDialogFacts) => {
  const { settingsDigest, settingsDigestDay, settingsDigestTime, settingsZone } = inputs
  const day = dayChoices.find(({ value }) => value === String(digestDay))
  return [
    input({
      id: settingsDigest.block,
      label: 'Digest',
      hint: 'What was done, is overdue, waits on the customer and comes next. An empty one is not posted.',
      element: radio(settingsDigest.action, digestChoices, digest),
    }),
    input({
      id: settingsDigestDay.block,
      label: 'Day of a weekly digest',
      optional: true,
      element: {
        type: 'static_select',
        action_id: settingsDigestDay.action,
        options: options(dayChoices),
        ...chosen(day),
      },
    }),
    input({
      id: settingsDigestTime.block,
      label: 'Time of the digest',
      optional: true,
      element: time(settingsDigestTime.action, digestAt),
    }),
    ...buttons(
      button({ action: actions.digestPreview, text: 'Preview digest', value: channel }),
      button({ action: actions.digestNow, text: 'Post digest now', value: channel }),
    ).blocks,
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
        hint: 'Completed projects always are. With digest alone, these are posted as they happen.',
        optional: true,
        element: checks(settingsBroadcast.action, broadcastChoices, facts.broadcast),
      }),
      ...buttons(button({ action: actions.openFilters, text: 'Filters…', value: facts.channel })).blocks,
      ...quietInputs(facts),
      ...digestInputs(facts),
    ],
  }
}

/** What a button of the settings answers, on top of them; `externalId`: it will be shown there later. */
export const settingsNotice = ({ blocks }: Pick<Message, 'blocks'>, externalId?: string): ModalView => ({
  type: 'modal',
  callback_id: callbacks.settingsNotice,
  title: plain('Digest', 24),
  close: plain('Back', 24),
  ...(externalId === undefined ? {} : { external_id: externalId }),
  // Buttons of a message lead back to its channel, and a dialog has none.
  blocks: blocks.filter(({ type }) => type !== 'actions'),
})
