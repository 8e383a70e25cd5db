import { usFromIso } from '../../../contract/dates.ts'
import { limits } from '../../../contract/limits.ts'
import type { ProjectInput } from '../../../contract/project.ts'
import { type Errors, errorsWhere } from '../../kit/form-elements.ts'
import { formErrors } from './messages/form-errors.ts'
import { type FieldInput, formInputs, type ProjectForm } from './messages/project-form.ts'

/** A person's name has spaces. Email addresses may be separated by them. */
const peopleIn = (words: string): string[] =>
  (words.includes('@') ? words.split(/\s+/) : [words.trim()]).filter((word) => word !== '')

/** Reads `role uuid = person, person` lines. `wrong` is the first bad line. */
const readRoles = (text: string): { roles: Record<string, string[]> } | { wrong: string } => {
  const roles: Record<string, string[]> = {}
  for (const each of text.split('\n').map((words) => words.trim())) {
    if (each === '') continue
    const [, role, names = ''] = /^([0-9a-f-]{36})\s*=\s*(.+)$/i.exec(each) ?? []
    const people = names.split(/[,;]/).flatMap(peopleIn)
    if (role === undefined || people.length === 0) return { wrong: each }
    roles[role.toLowerCase()] = [...(roles[role.toLowerCase()] ?? []), ...people]
  }
  return { roles }
}

/** Each role placeholder's people, as typed. Empty if a line is wrong. */
export const rolesOf = (form: ProjectForm): Record<string, string[]> => {
  const read = readRoles(form.roles)
  return 'roles' in read ? read.roles : {}
}

const valueOf = ({ kind, text }: FieldInput): unknown => {
  if (kind === 'number') return Number(text)
  return kind === 'boolean' ? text === 'true' : text
}

/** Problems by block. Undefined if the form can be sent. */
export const formProblems = (form: ProjectForm): Errors | undefined => {
  const { name, startDate, dueDate } = form
  const roles = readRoles(form.roles)
  const wrong = 'wrong' in roles ? roles.wrong : undefined
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
    [wrong, formInputs.roles, formErrors.badRole(wrong ?? '')],
    [fields.length > limits.dataFields, fields.at(-1)?.id ?? '', formErrors.manyFields],
    ...fields.map(({ kind, text, id }) => {
      const isWrong = kind === 'number' && !Number.isFinite(Number(text))
      return [isWrong, id, formErrors.noNumber] as const
    }),
  )
}

/** Converts the form for the tracker. Only project creation uses MM/DD/YYYY dates. */
export const projectInput = (form: ProjectForm, taskRoles = rolesOf(form)): ProjectInput => {
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
    ...(Object.keys(taskRoles).length > 0 && { task_roles: taskRoles }),
    ...(fields.length > 0 && {
      datafields: Object.fromEntries(fields.map(([uuid, given]) => [uuid, valueOf(given)])),
    }),
    send_invite_email: form.inviteTeam,
    send_invite_email_customers: form.inviteCustomers,
  }
}
