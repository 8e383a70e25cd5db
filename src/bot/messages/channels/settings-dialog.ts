import type { InputBlock, ModalView } from '@slack/types'
import { checkboxes, input, menu, radio, typed } from '../kit/form-elements.ts'
import { actions, callbacks, inputs } from '../kit/ids.ts'
import { button, buttons } from '../kit/buttons.ts'
import type { Message } from '../kit/message.ts'
import { modal, notice } from '../kit/modal.ts'
import { type Choice, plain } from '../kit/options.ts'

interface SettingsDialogFacts {
  channel: string
  channelName: string
  layout: string
  replies: string
  detail: string
  broadcast: readonly string[]
  /** `HH:MM` and an IANA time zone. Only initial values if `quiet` is false. */
  quiet: boolean
  from: string
  to: string
  timeZone: string
  /** `off`, `daily` or `weekly`. If off, day (1 is Monday) and time are only initial values. */
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
const quietChoices: readonly Choice[] = [
  { value: 'on', text: 'Keep quiet hours; what happens meanwhile is posted after' },
]
const digestChoices: readonly Choice[] = [
  { value: 'off', text: 'None' },
  { value: 'daily', text: 'Daily' },
  { value: 'weekly', text: 'Weekly' },
]
export const weekDays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const dayChoices: readonly Choice[] = weekDays.map((text, index) => ({ value: String(index + 1), text }))

const optional = true

const time = (at: string): InputBlock['element'] => ({ type: 'timepicker', initial_time: at })

const quietInputs = ({ quiet, from, to }: SettingsDialogFacts) => [
  input(inputs.settingsQuiet.block, 'Quiet hours', checkboxes(quietChoices, quiet ? ['on'] : []), {
    optional,
  }),
  input(inputs.settingsFrom.block, 'From', time(from), { optional }),
  input(inputs.settingsTo.block, 'To', time(to), { optional }),
]

const digestInputs = ({ channel, digest, digestDay, digestAt, timeZone }: SettingsDialogFacts) => [
  input(inputs.settingsDigest.block, 'Digest', radio(digestChoices, digest), {
    hint: 'What was done, is overdue, waits on the customer and comes next. An empty one is not posted.',
  }),
  input(inputs.settingsDigestDay.block, 'Day of a weekly digest', menu(dayChoices, String(digestDay)), {
    optional,
  }),
  input(inputs.settingsDigestTime.block, 'Time of the digest', time(digestAt), { optional }),
  ...buttons(
    button(actions.digestPreview, 'Preview digest', { value: channel }),
    button(actions.digestNow, 'Post digest now', { value: channel }),
  ).blocks,
  input(
    inputs.settingsZone.block,
    'The channel’s time zone',
    { type: 'plain_text_input', ...typed(timeZone, 100) },
    { optional, hint: 'Such as Europe/Berlin or America/New_York.' },
  ),
]

export const settingsDialog = (facts: SettingsDialogFacts): ModalView =>
  modal(
    {
      title: 'Channel settings',
      submit: 'Save',
      callback: callbacks.settingsDialog,
      metadata: facts.channel,
    },
    [
      { type: 'section', text: plain(`For everybody in #${facts.channelName}.`, 300) },
      input(inputs.settingsLayout.block, 'Message layout', radio(layoutChoices, facts.layout)),
      input(inputs.settingsReplies.block, 'Replies', radio(replyChoices, facts.replies)),
      input(inputs.settingsDetail.block, 'Detail', radio(detailChoices, facts.detail)),
      input(
        inputs.settingsBroadcast.block,
        'From threads, also shown in the channel',
        checkboxes(broadcastChoices, facts.broadcast),
        {
          optional,
          hint: 'Completed projects always are. With digest alone, these are posted as they happen.',
        },
      ),
      ...buttons(button(actions.openFilters, 'Filters…', { value: facts.channel })).blocks,
      ...quietInputs(facts),
      ...digestInputs(facts),
    ],
  )

/** Opens on top of the settings. `externalId` identifies it for a later update. */
export const settingsNotice = (said: Pick<Message, 'blocks'>, externalId?: string): ModalView =>
  notice({ title: 'Digest', close: 'Back', callback: callbacks.settingsNotice, externalId }, said)
