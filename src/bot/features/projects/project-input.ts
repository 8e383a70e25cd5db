import { usFromIso } from '../../../contract/dates.ts'
import { limits } from '../../../contract/limits.ts'
import type { ProjectInput } from '../../../contract/project.ts'
import { type Errors, errorsWhere } from '../../kit/form-elements.ts'
import { formErrors } from './messages/form-errors.ts'
import { type FieldInput, formInputs, type ProjectForm } from './messages/project-form.ts'

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
