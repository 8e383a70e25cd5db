import { startOf } from '../../../contract/text/start-of.ts'
import { z } from 'zod'
import { isRefusal, messages } from '../../../contract/problem.ts'
import { type Choice, type Errors, errorsWhere } from '../../kit/form-elements.ts'
import {
  formErrors,
  formInputs as inputs,
  type ProjectForm,
  type ProjectProblem,
  projectProblem,
  type FieldInput,
  formInputs,
} from './messages/project-form.ts'
import { unstopped } from '../../kit/text/words.ts'
import type { ProjectRequest } from './store/project-requests.ts'
import { readValue } from '../../kit/stale-value.ts'
import { usFromIso } from '../../../contract/dates.ts'
import { limits } from '../../../contract/limits.ts'
import type { ProjectInput } from '../../../contract/project.ts'

/** Inputs and labels of the tracker's fields. */
const fields: Readonly<Record<string, readonly [input: string, label: string]>> = {
  name: [inputs.name, 'Name'],
  playbook_uuid: [inputs.playbook, 'Playbook'],
  account: [inputs.account, 'Account'],
  start_date: [inputs.start, 'Start date'],
  due_date: [inputs.due, 'Due date'],
  project_owner: [inputs.owner, 'Owner'],
  internal_users: [inputs.team, 'Team'],
  customer_users: [inputs.customers, 'Customers'],
  send_invite_email: [inputs.invites, 'Invitations'],
  send_invite_email_customers: [inputs.invites, 'Invitations'],
}

/** Inputs and remedies for the refusal texts that the interface lists. */
const remedies: Readonly<Record<string, readonly [input: string, text: string]>> = {
  [messages.playbookNotFound]: [inputs.playbook, formErrors.playbookGone],
  [messages.accountRequired]: [inputs.account, formErrors.noAccount],
  [messages.accountNotFound]: [inputs.account, formErrors.accountUnknown],
  [messages.ownerInvalid]: [inputs.owner, formErrors.ownerInvalid],
}

export type NameOf = (uuid: string) => string | undefined

/** One entry of a 422: `name`, `internal_users[3]`, `datafields.UUID`. */
const rowProblem = ({ field, message }: { field: string; message: string }): ProjectProblem => {
  const [head = field, next] = field.split(/[.[\]]+/)
  const text = `${unstopped(message)}.`
  if (head === 'datafields') return next ? { input: `field:${next}`, text } : { text: `Data fields: ${text}` }
  const [input, label] = fields[head] ?? [undefined, field]
  return { input, text: `${label}: ${text}` }
}

/** Finds the input whose value the refusal quotes. */
const inputNamedIn = (message: string, form: ProjectForm, nameOf: NameOf) => {
  const words = message.toLowerCase()
  const says = (text: string | undefined) => !!text && words.includes(text.toLowerCase())
  const anyOf = (choices: readonly Choice[]) => choices.some(({ value }) => says(value))
  if (anyOf(form.customers)) return inputs.customers
  if (anyOf(form.team)) return inputs.team
  const field = Object.keys(form.fields).find((uuid) => says(uuid) || says(nameOf(uuid)))
  if (field !== undefined) return `field:${field}`
  return form.owner && says(form.owner.value) ? inputs.owner : undefined
}

const messageProblems = (message: string, form: ProjectForm, nameOf: NameOf): ProjectProblem[] => {
  const [known, remedy] = remedies[message] ?? []
  if (known && remedy) return [{ input: known, text: remedy }]
  const says = unstopped(message)
  if (!message.startsWith(messages.notProjectFields))
    return [{ input: inputNamedIn(message, form, nameOf), text: formErrors.trackerSays(says) }]
  const named = Object.keys(form.fields).filter((uuid) => message.toLowerCase().includes(uuid.toLowerCase()))
  return named.length > 0
    ? named.map((uuid) => ({ input: `field:${uuid}`, text: formErrors.fieldGone }))
    : [{ text: formErrors.leaveEmpty(says) }]
}

/** What the person can fix, by input. Undefined if the error is not a final refusal. */
export const projectProblems = (
  error: unknown,
  form: ProjectForm,
  nameOf: NameOf = () => undefined,
): readonly ProjectProblem[] | undefined => {
  if (!isRefusal(error)) return undefined
  if (error.fields.length > 0) return error.fields.map(rowProblem)
  return messageProblems(error.message, form, nameOf)
}

/** What the person has to fix. A row in another state has its reason in `error`, as words. */
export const keptProblems = ({ state, error }: ProjectRequest): readonly ProjectProblem[] =>
  state === 'refused' && error !== null ? readValue(z.array(projectProblem), error) : []

export const keepProblems = (problems: readonly ProjectProblem[]): string =>
  JSON.stringify(problems.slice(0, 20).map(({ input, text }) => ({ input, text: startOf(text, 300) })))

const valueOf = ({ kind, text }: FieldInput): unknown => {
  if (kind === 'number') return Number(text)
  return kind === 'boolean' ? text === 'true' : text
}

/** Problems by block. Undefined if the form can be sent. */
export const formProblems = (form: ProjectForm): Errors | undefined => {
  const { name, startDate, dueDate } = form
  const fields = Object.entries(form.fields).map(([uuid, field]) => ({
    ...field,
    id: `field:${field.kind}:${uuid}`,
  }))
  return errorsWhere(
    [name === '', formInputs.name, formErrors.noName],
    [name.length > limits.projectName, formInputs.name, formErrors.longName],
    [!form.playbook, formInputs.playbook, formErrors.noPlaybook],
    [!form.account, formInputs.account, formErrors.noAccount],
    [!form.owner, formInputs.owner, formErrors.noOwner],
    [!startDate, formInputs.start, formErrors.noStartDate],
    [startDate && dueDate && dueDate < startDate, formInputs.due, formErrors.dueBeforeStart],
    [fields.length > limits.dataFields, fields.at(-1)?.id ?? '', formErrors.manyFields],
    ...fields.map(({ kind, text, id }) => {
      const isWrong = kind === 'number' && !Number.isFinite(Number(text))
      return [isWrong, id, formErrors.noNumber] as const
    }),
  )
}

/** Converts the form for the tracker. Only project creation uses MM/DD/YYYY dates. */
export const projectInput = (form: ProjectForm): ProjectInput => {
  const due = form.dueDate === undefined ? undefined : usFromIso(form.dueDate)
  const fields = Object.entries(form.fields)
  return {
    name: form.name,
    playbook_uuid: form.playbook?.value ?? '',
    account: form.account?.value ?? '',
    start_date: usFromIso(form.startDate ?? '') ?? '',
    ...(due !== undefined && { due_date: due }),
    project_owner: form.owner?.value ?? '',
    ...(form.team.length > 0 && { internal_users: form.team.map(({ value }) => value) }),
    ...(form.customers.length > 0 && { customer_users: form.customers.map(({ value }) => value) }),
    ...(fields.length > 0 && {
      datafields: Object.fromEntries(fields.map(([uuid, given]) => [uuid, valueOf(given)])),
    }),
    send_invite_email: form.inviteTeam,
    send_invite_email_customers: form.inviteCustomers,
  }
}
