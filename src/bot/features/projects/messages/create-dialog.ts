import type { InputBlock, KnownBlock, ModalView } from '@slack/types'
import { z } from 'zod'
import type { DataField } from '../../../../contract/data-field.ts'
import { limits } from '../../../../contract/limits.ts'
import { fieldInput } from './field-input.ts'
import {
  checkboxes,
  datepicker,
  input,
  radio,
  search,
  searchSeveral,
  typed,
} from '../../../kit/form-elements.ts'
import { callbacks } from '../../../kit/ids.ts'
import { message, note } from '../../../kit/message.ts'
import { modal } from '../../../kit/modal.ts'
import { kindsIn, type MayMake } from '../../project-channels/messages/channel-dialog.ts'
import { plain } from '../../../kit/options.ts'
import { formInputs as ids, invites, type ProjectForm, type ProjectProblem } from './project-form.ts'
import { underInputs } from './form-errors.ts'

type Form = Partial<ProjectForm>

const optional = true

const what = ({ name, playbook, account }: Form): InputBlock[] => [
  input(ids.name, 'Name', {
    type: 'plain_text_input',
    max_length: limits.projectName,
    ...typed(name, limits.projectName),
  }),
  input(ids.playbook, 'Playbook', search('Type part of its name', playbook), {
    hint: 'For each playbook, the current version is listed first.',
  }),
  input(ids.account, 'Account', search('Type part of its name', account), {
    hint: 'Accounts with projects or customers are suggested. For any other, type its exact name.',
    dispatches: true,
  }),
]

const people = (given: ProjectForm['team'] = [], max: number) =>
  searchSeveral('Type a name or email address', given, max)

const who = ({ owner, team, customers }: Form): InputBlock[] => [
  input(ids.owner, 'Owner', search('Type a name or email address', owner)),
  input(ids.team, 'Team', people(team, limits.internalUsers), { optional }),
  input(ids.customers, 'Customers', people(customers, limits.customerUsers), {
    optional,
    hint: 'Existing contacts of the account. Choose the account first.',
  }),
]

const channelMenu = (channel: string | undefined): InputBlock['element'] => ({
  type: 'conversations_select',
  filter: { include: ['public', 'private'], exclude_bot_users: true },
  ...(channel && { initial_conversation: channel }),
})

const where = ({ startDate, dueDate, channel }: Form, isProposed: boolean): InputBlock[] => [
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

/** Its own channel, if the app may make one. */
const newChannel = (may: MayMake, { newChannel: kind }: Form): KnownBlock[] => {
  const kinds = kindsIn(may).map(({ value, text }) => ({ value, text: `${text} channel` }))
  if (kinds.length === 0) return message(note(noChannel)).blocks
  const choices = [{ value: 'none', text: 'No new channel' }, ...kinds]
  return [
    input(ids.newChannel, 'New channel', radio(choices, kind), {
      optional,
      hint: 'Made for the project, with its team and its card, instead of a channel above. The preview shows the name.',
    }),
  ]
}

const inviteChoices = [
  { value: invites.team, text: 'Invite the team by email' },
  { value: invites.customers, text: 'Invite the customers by email' },
]

const advanced = ({ roles, inviteTeam, inviteCustomers }: Form): KnownBlock[] => {
  const invited = [inviteTeam && invites.team, inviteCustomers && invites.customers]
  return [
    { type: 'divider' },
    { type: 'header', text: plain('Advanced', 75) },
    input(
      ids.roles,
      'Role placeholders',
      { type: 'plain_text_input', multiline: true, ...typed(roles) },
      {
        optional,
        hint: 'One per line: role uuid = Dana Smith, Lee Wong. Names or email addresses. The playbook’s page in the tracker shows the uuids.',
      },
    ),
    input(
      ids.invites,
      'Invitations',
      checkboxes(
        inviteChoices,
        invited.filter((one) => typeof one === 'string'),
      ),
      { optional },
    ),
  ]
}

const heading = (problems: readonly ProjectProblem[], under: number): KnownBlock[] => {
  if (problems.length === 0 && under === 0) return []
  return message(
    `The tracker rejected it${problems.length === 0 ? '.' : ':'}`,
    ...problems.slice(0, 10).map(({ text }) => text),
    under > 0 && 'Each problem is shown under its field.',
  ).blocks
}

const fieldInputs = (fields: readonly DataField[], form: Form) =>
  fields.map((field) => fieldInput(field, form.fields?.[field.uuid]))

/** Limit of data fields in the first dialog. A second page has the others. */
const fieldsOnFirstPage = 60
/** Slack allows 100 blocks. The rest is for notes about fields. */
const fieldsOnSecondPage = 90

/** Fields with problems come first. */
const pagesOf = (fields: readonly DataField[], problems: readonly ProjectProblem[]) => {
  const wrong = ({ uuid }: DataField) => problems.some(({ input: id }) => id === `field:${uuid}`)
  const all = [...fields.filter(wrong), ...fields.filter((field) => !wrong(field))]
  return { first: all.slice(0, fieldsOnFirstPage), more: all.length > fieldsOnFirstPage }
}

interface CreateDialogFacts {
  form: Form
  fields: readonly DataField[]
  mayMake: MayMake
  /** Why the tracker refused the form. */
  problems?: readonly ProjectProblem[] | undefined
  /** The request that stores the form, when it is reopened. */
  from?: number | undefined
  /** The channel and account that the form starts with. */
  proposed?: CreateMetadata['proposed']
}

export const createMetadata = z.object({
  /** A second page of data fields follows. */
  more: z.boolean(),
  from: z.int().optional(),
  proposed: z.object({ channel: z.string(), account: z.string() }).optional(),
  /** The chosen account. When Slack asks for suggestions, it doesn't say what other inputs hold. */
  account: z.string().optional(),
})
export type CreateMetadata = z.output<typeof createMetadata>

export const createDialog = ({
  form,
  fields,
  mayMake,
  problems = [],
  from,
  proposed,
}: CreateDialogFacts): ModalView => {
  const { first, more } = pagesOf(fields, problems)
  const inputs = [
    ...what(form),
    ...who(form),
    ...where(form, proposed !== undefined),
    ...newChannel(mayMake, form),
    ...fieldInputs(first, form),
    ...advanced(form),
  ]
  const { blocks, rest } = underInputs(inputs, problems)
  const metadata: CreateMetadata = { more, from, proposed, account: form.account?.value }
  return modal(
    {
      title: 'New project',
      submit: more ? 'Next' : 'Preview',
      callback: callbacks.createDialog,
      metadata: JSON.stringify(metadata),
    },
    [...heading(rest, problems.length - rest.length), ...blocks],
  )
}

interface CreateFieldsFacts {
  requestId: number
  form: Form
  /** Live project fields that are not on the first page. */
  fields: readonly DataField[]
}

export const createFieldsDialog = (
  { requestId, form, fields }: CreateFieldsFacts,
  externalId: string,
): ModalView => {
  const shown = fields.slice(0, fieldsOnSecondPage)
  const left = fields.length - shown.length
  const rest = `${left} more data fields don’t fit in this dialog. Set them later with /onboard set.`
  return modal(
    {
      title: 'New project',
      submit: 'Preview',
      close: 'Back',
      callback: callbacks.createFields,
      metadata: JSON.stringify({ request: requestId }),
      externalId,
    },
    [
      ...message('More data fields, all optional.').blocks,
      ...fieldInputs(shown, form),
      ...(left > 0 ? [{ type: 'section' as const, text: plain(rest, 300) }] : []),
    ],
  )
}
