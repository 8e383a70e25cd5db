import type { InputBlock, KnownBlock, ModalView } from '@slack/types'
import type { DataField } from '../../../contract/data-field.ts'
import { limits } from '../../../contract/limits.ts'
import { fieldInput } from './field-input.ts'
import { chosen, input, plain, several, typed } from '../kit/form-elements.ts'
import { callbacks } from '../kit/ids.ts'
import { line, type Message, message } from '../kit/message.ts'
import { underInputs } from './under-inputs.ts'
import type { Choice } from '../kit/options.ts'
import { formInputs as ids, invites, type ProjectForm, type ProjectProblem } from './project-form.ts'

export interface CreateDialogFacts {
  form: Partial<ProjectForm>
  /** Live project fields. */
  fields: readonly DataField[]
  /** Why the tracker refused what is filled in. */
  problems?: readonly ProjectProblem[] | undefined
  /** The request that the form was kept for, when it is opened again. */
  from?: number | undefined
}

/** What the dialog carries: whether a page of data fields follows, and whose fields that page begins with. */
export interface CreateMetadata {
  more: boolean
  from?: number | undefined
}

const search = (id: string, placeholder: string, choice: Choice | undefined): InputBlock['element'] => ({
  type: 'external_select',
  action_id: id,
  min_query_length: 0,
  placeholder: plain(placeholder, 150),
  ...chosen(choice),
})

const people = (
  id: string,
  placeholder: string,
  given: readonly Choice[],
  max: number,
): InputBlock['element'] => ({
  type: 'multi_external_select',
  action_id: id,
  min_query_length: 0,
  max_selected_items: max,
  placeholder: plain(placeholder, 150),
  ...several(given.slice(0, max)),
})

const day = (id: string, date: string | undefined): InputBlock['element'] => ({
  type: 'datepicker',
  action_id: id,
  ...(date ? { initial_date: date } : {}),
})

const what = ({ name, playbook, account }: Partial<ProjectForm>): InputBlock[] => [
  input({
    id: ids.name,
    label: 'Name',
    element: {
      type: 'plain_text_input',
      action_id: ids.name,
      max_length: limits.projectName,
      ...typed(name, limits.projectName),
    },
  }),
  input({
    id: ids.playbook,
    label: 'Playbook',
    hint: 'Each name’s current version comes first and says so.',
    element: search(ids.playbook, 'Type a part of its name', playbook),
  }),
  input({
    id: ids.account,
    label: 'Account',
    hint: 'Those of projects and customers are offered. Any other: type its exact name.',
    element: search(ids.account, 'Type a part of its name', account),
  }),
]

const who = ({ owner, team = [], customers = [] }: Partial<ProjectForm>): InputBlock[] => [
  input({ id: ids.owner, label: 'Owner', element: search(ids.owner, 'Type a name or e-mail', owner) }),
  input({
    id: ids.team,
    label: 'Team',
    optional: true,
    element: people(ids.team, 'Type a name or e-mail', team, limits.internalUsers),
  }),
  input({
    id: ids.customers,
    label: 'Customers',
    optional: true,
    hint: 'Existing contacts of the account.',
    element: people(ids.customers, 'Type a name or e-mail', customers, limits.customerUsers),
  }),
]

const where = ({ startDate, dueDate, channel }: Partial<ProjectForm>): InputBlock[] => [
  input({ id: ids.start, label: 'Start date', element: day(ids.start, startDate) }),
  input({
    id: ids.due,
    label: 'Due date',
    optional: true,
    hint: 'Left empty, the playbook’s duration decides.',
    element: day(ids.due, dueDate),
  }),
  input({
    id: ids.channel,
    label: 'Channel',
    optional: true,
    hint: 'The card appears there, and the channel receives the project. The app must be in it.',
    element: {
      type: 'conversations_select',
      action_id: ids.channel,
      filter: { include: ['public', 'private'], exclude_bot_users: true },
      ...(channel ? { initial_conversation: channel } : {}),
    },
  }),
]

const inviteOptions = [
  { value: invites.team, text: plain('Invite the team by e-mail', 75) },
  { value: invites.customers, text: plain('Invite the customers by e-mail', 75) },
]

const advanced = ({ roles, inviteTeam, inviteCustomers }: Partial<ProjectForm>): KnownBlock[] => {
  const on = inviteOptions.filter(({ value }) => (value === invites.team ? inviteTeam : inviteCustomers))
  return [
    { type: 'divider' },
    { type: 'header', text: plain('Advanced', 75) },
    input({
      id: ids.roles,
      label: 'Role placeholders',
      optional: true,
      hint: 'One a line: role uuid = e-mail, e-mail. The tracker’s playbook page shows the uuids.',
      element: { type: 'plain_text_input', action_id: ids.roles, multiline: true, ...typed(roles) },
    }),
    input({
      id: ids.invites,
      label: 'Invitations',
      optional: true,
      element: {
        type: 'checkboxes',
        action_id: ids.invites,
        options: inviteOptions,
        ...(on.length > 0 ? { initial_options: on } : {}),
      },
    }),
  ]
}

const heading = (problems: readonly ProjectProblem[], under: number): KnownBlock[] => {
  if (problems.length === 0 && under === 0) return []
  return message(
    line('The tracker did not take it', problems.length === 0 ? '.' : ':'),
    ...problems.slice(0, 10).map(({ text }) => line(text)),
    under > 0 && line('What was wrong stands under its field.'),
  ).blocks
}

const fieldInputs = (fields: readonly DataField[], form: Partial<ProjectForm>) =>
  fields.map((field) => fieldInput(field, form.fields?.[field.uuid]))

/** How many data fields stand in the dialog itself; the others are a page of their own. */
const fieldsOnFirstPage = 60
/** And how many that page takes, with room for what is said about them. */
const fieldsOnSecondPage = 90

/** Fields of which something is wrong come first, so that what is said stands where the person looks. */
const pagesOf = (fields: readonly DataField[], problems: readonly ProjectProblem[]) => {
  const wrong = ({ uuid }: DataField) => problems.some(({ input: id }) => id === `field:${uuid}`)
  const all = [...fields.filter(wrong), ...fields.filter((field) => !wrong(field))]
  return { first: all.slice(0, fieldsOnFirstPage), more: all.length > fieldsOnFirstPage }
}

const modal = (callback: string, metadata: object, submit: string, blocks: KnownBlock[]): ModalView => ({
  type: 'modal',
  callback_id: callback,
  private_metadata: JSON.stringify(metadata),
  title: plain('New project', 24),
  submit: plain(submit, 24),
  close: plain('Cancel', 24),
  blocks,
})

/** The *New project* dialog, with what is known filled in. */
export const createDialog = ({ form, fields, problems = [], from }: CreateDialogFacts): ModalView => {
  const { first, more } = pagesOf(fields, problems)
  const inputs = [...what(form), ...who(form), ...where(form), ...fieldInputs(first, form), ...advanced(form)]
  const { blocks, rest } = underInputs(inputs, problems)
  const metadata: CreateMetadata = { more, from }
  return modal(callbacks.createDialog, metadata, more ? 'Next' : 'Preview', [
    ...heading(rest, problems.length - rest.length),
    ...blocks,
  ])
}

export interface CreateFieldsFacts {
  requestId: number
  form: Partial<ProjectForm>
  /** Live project fields, without those that the dialog before has. */
  fields: readonly DataField[]
}

/** The second page: the data fields that did not fit into the dialog. */
export const createFieldsDialog = (
  { requestId, form, fields }: CreateFieldsFacts,
  externalId: string,
): ModalView => {
  const shown = fields.slice(0, fieldsOnSecondPage)
  const left = fields.length - shown.length
  const rest = `${left} more data fields do not fit into a dialog: write them later with /onboard set.`
  return {
    ...modal(callbacks.createFields, { request: requestId }, 'Preview', [
      ...message(line('The other data fields. All of them are optional.')).blocks,
      ...fieldInputs(shown, form),
      ...(left > 0 ? [{ type: 'section' as const, text: plain(rest, 300) }] : []),
    ]),
    close: plain('Back', 24),
    external_id: externalId,
  }
}

/** A dialog that only says something: while the tracker is asked, or why it cannot go on. */
export const createNotice = ({ blocks }: Pick<Message, 'blocks'>, externalId?: string): ModalView => ({
  type: 'modal',
  callback_id: callbacks.createNotice,
  title: plain('New project', 24),
  close: plain(externalId === undefined ? 'Close' : 'Back', 24),
  ...(externalId === undefined ? {} : { external_id: externalId }),
  // Buttons of a message lead back to its channel, and a dialog has none.
  blocks: blocks.filter(({ type }) => type !== 'actions'),
})

export const createLoading = (): ModalView =>
  createNotice(message(line('Asking the tracker for its data fields and people. The form comes here.')))
