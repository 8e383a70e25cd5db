import { startOf } from '../../../contract/text/start-of.ts'
import { usFromIso } from '../../../contract/dates.ts'
import { limits } from '../../../contract/limits.ts'
import type { ProjectInput } from '../../../contract/project.ts'
import { type Errors, errorsWhere } from '../answers/errors.ts'
import { type FieldInput, formInputs, type ProjectForm } from '../../messages/projects/project-form.ts'

/** Reads `role uuid = person, person` lines. `wrong` is the first bad line. */
const readRoles = (text: string): { roles: Record<string, string[]> } | { wrong: string } => {
  const roles: Record<string, string[]> = {}
  for (const each of text.split('\n').map((words) => words.trim())) {
    if (each === '') continue
    const [, role, names = ''] = /^([0-9a-f-]{36})\s*=\s*(.+)$/i.exec(each) ?? []
    const people = names.split(/[,;\s]+/).filter((word) => word !== '')
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
  const wrong = 'wrong' in roles ? startOf(roles.wrong, 80) : undefined
  const fields = Object.entries(form.fields).map(([uuid, field]) => ({
    ...field,
    id: `field:${field.kind}:${uuid}`,
  }))
  const tooMany = `The tracker takes ${limits.dataFields} data fields at once: leave some empty, and write them later.`
  const tooLong = `A name has at most ${limits.projectName} characters.`
  return errorsWhere(
    [name === '', formInputs.name, 'Give the project a name.'],
    [name.length > limits.projectName, formInputs.name, tooLong],
    [!form.playbook, formInputs.playbook, 'Choose a playbook.'],
    [!form.account, formInputs.account, 'Choose an account, or type its exact name.'],
    [!form.owner, formInputs.owner, 'Choose who owns the project.'],
    [!startDate, formInputs.start, 'Choose the day it starts.'],
    [startDate && dueDate && dueDate < startDate, formInputs.due, 'The due date is before the start date.'],
    [wrong, formInputs.roles, `“${wrong}” is not of the form: role uuid = e-mail, e-mail`],
    [fields.length > limits.dataFields, fields.at(-1)?.id ?? '', tooMany],
    ...fields.map(({ kind, text, id }) => {
      const isWrong = kind === 'number' && !Number.isFinite(Number(text))
      return [isWrong, id, 'Write a number.'] as const
    }),
  )
}

/** Converts the form for the tracker. Only project creation uses MM/DD/YYYY dates. */
export const projectInput = (form: ProjectForm): ProjectInput => {
  const taskRoles = rolesOf(form)
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
