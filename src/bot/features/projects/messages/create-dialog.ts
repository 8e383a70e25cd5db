import type { InputBlock, KnownBlock, ModalView } from '@slack/types'
import { z } from 'zod'
import type { DataField } from '../../../../contract/data-field.ts'
import { startOf } from '../../../../contract/text.ts'
import { limits } from '../../../../contract/limits.ts'
import { fieldInput } from './fields.ts'
import {
  checkboxes,
  datepicker,
  input,
  radio,
  search,
  searchSeveral,
  initialValue,
  modal,
} from '../../../kit/form-elements.ts'
import { button, buttons } from '../../../kit/buttons.ts'
import { actions, callbacks, command } from '../../../kit/ids.ts'
import { message, note } from '../../../kit/message.ts'
import { kindsIn, type MayMake } from '../../project-channels/messages/channel-dialog.ts'
import {
  formInputs as ids,
  invites,
  type ProjectForm,
  type ProjectProblem,
  underInputs,
} from './project-form.ts'

type Form = Partial<ProjectForm>

const optional = true

const mainInputs = ({ name, playbook, account }: Form): InputBlock[] => [
  input(ids.name, 'Name', {
    type: 'plain_text_input',
    max_length: limits.projectName,
    ...initialValue(name, limits.projectName),
  }),
  input(ids.account, 'Account', search('Type part of its name', account), {
    hint: 'Accounts with projects or customers are suggested. For any other, type its exact name.',
    dispatches: true,
  }),
  input(ids.playbook, 'Playbook', search('Type part of its name', playbook)),
]

const peopleMenu = (chosen: ProjectForm['team'] = [], max: number) =>
  searchSeveral('Type a name or email address', chosen, max)

const ownerInput = ({ owner }: Form): InputBlock =>
  input(ids.owner, 'Owner', search('Type a name or email address', owner))

const channelMenu = (channel: string | undefined): InputBlock['element'] => ({
  type: 'conversations_select',
  filter: { include: ['public', 'private'], exclude_bot_users: true },
  ...(channel && { initial_conversation: channel }),
})

const dateAndChannelInputs = ({ startDate, dueDate, channel }: Form, isProposed: boolean): InputBlock[] => [
  input(ids.start, 'Start date', datepicker(startDate)),
  input(ids.due, 'Due date', datepicker(dueDate), {
    optional,
    hint: 'If empty, the playbook’s duration sets it.',
  }),
  // Slack keeps what an input holds while its block's id stays, so a withdrawn proposal needs another id.
  input(isProposed ? ids.proposedChannel : ids.channel, 'Channel', channelMenu(channel), {
    optional,
    hint: 'The project’s card is posted there, and the channel is subscribed to it. The app must be in the channel.',
  }),
]

const noChannel =
  'To create a channel for the project, an admin has to allow channels:manage or groups:write.'

const newChannel = (may: MayMake, { newChannel: kind }: Form): KnownBlock[] => {
  const kinds = kindsIn(may).map(({ value, text }) => ({ value, text: `${text} channel` }))
  if (kinds.length === 0) return message(note(noChannel)).blocks
  const choices = [{ value: 'none', text: 'No new channel' }, ...kinds]
  return [
    input(ids.newChannel, 'Or a new channel', radio(choices, kind), {
      optional,
      hint: 'Made for the project, with its team and its card. The preview shows the name.',
    }),
  ]
}

const inviteChoices = [
  { value: invites.team, text: 'Invite the team by email' },
  { value: invites.customers, text: 'Invite the customers by email' },
]

const invitations = ({ inviteTeam, inviteCustomers }: Form): InputBlock => {
  const invited = [inviteTeam && invites.team, inviteCustomers && invites.customers]
  const chosen = invited.filter((one) => typeof one === 'string')
  return input(ids.invites, 'Invitations', checkboxes(inviteChoices, chosen), { optional })
}

/** Slack allows 100 blocks. The rest is for other inputs, and for notes about fields. */
const fieldsShown = 60

/** Fields with problems come first. */
const fieldInputs = (fields: readonly DataField[], form: Form, problems: readonly ProjectProblem[]) => {
  const wrong = ({ uuid }: DataField) => problems.some(({ input: id }) => id === `field:${uuid}`)
  const all = [...fields.filter(wrong), ...fields.filter((field) => !wrong(field))]
  const left = all.length - fieldsShown
  return [
    ...all.slice(0, fieldsShown).map((field) => fieldInput(field, form.fields?.[field.uuid])),
    ...message(
      left > 0 && note(`${left} more data fields don’t fit here: ${command} fields, once it exists.`),
    ).blocks,
  ]
}

const moreInputs = ({ form, fields, problems = [] }: CreateDialogFacts): KnownBlock[] => [
  ownerInput(form),
  input(ids.team, 'Team', peopleMenu(form.team, limits.internalUsers), { optional }),
  input(ids.customers, 'Customers', peopleMenu(form.customers, limits.customerUsers), {
    optional,
    hint: 'Existing contacts of the account. Choose the account first.',
  }),
  invitations(form),
  ...fieldInputs(fields, form, problems),
]

const heading = (problems: readonly ProjectProblem[], under: number): KnownBlock[] => {
  if (problems.length === 0 && under === 0) return []
  return message(
    `The tracker rejected it${problems.length === 0 ? '.' : ':'}`,
    ...problems.slice(0, 10).map(({ text }) => text),
    under > 0 && 'Each problem is shown under its field.',
  ).blocks
}

export const createMetadataSchema = z.object({
  /** Owner, team, customers, invitations, and data fields are shown. */
  more: z.boolean(),
  /** The owner unless another is chosen. Undefined: the dialog asks. */
  self: z.object({ value: z.string(), text: z.string() }).optional(),
  /** The request whose form is reopened. */
  from: z.int().optional(),
  proposed: z.object({ channel: z.string(), account: z.string() }).optional(),
  /** The chosen account. When Slack asks for suggestions, it doesn't say what other inputs hold. */
  account: z.string().optional(),
})
export type CreateMetadata = z.output<typeof createMetadataSchema>

interface CreateDialogFacts extends Omit<CreateMetadata, 'account'> {
  form: Form
  fields: readonly DataField[]
  mayMake: MayMake
  problems?: readonly ProjectProblem[] | undefined
}

/** The owner's name is cut to this length, because Slack limits metadata. */
const longestSelf = 75

export const createDialog = (facts: CreateDialogFacts): ModalView => {
  const { form, mayMake, more, self, problems = [], from, proposed } = facts
  const inputs = [
    ...mainInputs(form),
    ...(more || self ? [] : [ownerInput(form)]),
    ...dateAndChannelInputs(form, proposed !== undefined),
    ...newChannel(mayMake, form),
    ...(more ? moreInputs(facts) : buttons(button(actions.createMore, 'More…')).blocks),
  ]
  const { blocks, rest: others } = underInputs(inputs, problems)
  const own = self && { value: self.value, text: startOf(self.text, longestSelf) }
  const metadata: CreateMetadata = { more, self: own, from, proposed, account: form.account?.value }
  return modal(
    {
      submit: 'Preview',
      callback: callbacks.createDialog,
      metadata: JSON.stringify(metadata),
    },
    [...heading(others, problems.length - others.length), ...blocks],
  )
}
