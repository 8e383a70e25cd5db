import type { Asked } from '../../../contract/api.ts'
import { addDays, isoFromUs, usFromIso } from '../../../contract/dates.ts'
import { messages } from '../../../contract/problem.ts'
import { isCustomer } from '../../access.ts'
import { invalid, unresolved } from '../../refusals.ts'
import { findAccount } from '../../store/people/accounts.ts'
import { findPeople, findPerson } from '../../store/people/people.ts'
import { contentOf, type PlaybookContent, findPlaybook } from '../../store/playbooks/playbooks.ts'
import { liveProjectFields } from '../../store/projects/data-fields.ts'
import type { AccountRow, DataFieldRow, PersonRow, PlaybookRow, Scope } from '../../store/rows.ts'
import { problemWith } from './field-values.ts'

export type NewProject = Asked<'createProject'>

/** Everything that a new project refers to. Of each role's people, the first is assigned to its tasks. */
export type Resolved = Awaited<ReturnType<typeof resolve>>

const findRequiredAccount = async (scope: Scope, text: string) => {
  if (text.trim() === '') throw unresolved(messages.accountRequired)
  const account = await findAccount(scope, text)
  if (!account) throw unresolved(messages.accountNotFound)
  return account
}

const findOwner = async (scope: Scope, text: string) => {
  const owner = text.trim() === '' ? undefined : await findPerson(scope, text)
  if (!owner || isCustomer(owner) || owner.is_active === 0) throw unresolved(messages.ownerInvalid)
  return owner
}

/** Throws for the first person who is not eligible. */
const everybody = async (
  scope: Scope,
  wanted: readonly string[] = [],
  eligible: (person: PersonRow) => boolean,
  refusal: string,
) => {
  const found = (await findPeople(scope, wanted)).filter(
    (person) => person.is_active === 1 && eligible(person),
  )
  return [...new Set(wanted.map((text) => text.trim().toLowerCase()))].map((text) => {
    const person = found.find(({ uuid, email }) => uuid === text || email === text)
    if (!person) throw unresolved(`${refusal}: ${text}`)
    return person
  })
}

const fillRoles = async (scope: Scope, input: NewProject, content: PlaybookContent, account: AccountRow) => {
  const roles = new Map<string, PersonRow[]>()
  const eligible = (person: PersonRow) => !isCustomer(person) || person.account_uuid === account.uuid
  for (const [key, users] of Object.entries(input.task_roles ?? {})) {
    const role = content.roles.find(({ uuid }) => uuid === key.toLowerCase())
    if (!role) throw unresolved(`Task role not found: ${key}`)
    const refusal = `Not an eligible user for the role ${role.name}`
    roles.set(role.uuid, await everybody(scope, users, eligible, refusal))
  }
  return roles
}

const fieldValues = (input: NewProject, fields: readonly DataFieldRow[]) => {
  const given = Object.entries(input.datafields ?? {})
  const known = new Map(fields.map((field) => [field.uuid, field]))
  const foreign = given.filter(([uuid]) => !known.has(uuid.toLowerCase())).map(([uuid]) => uuid)
  if (foreign.length > 0) throw unresolved(`${messages.notProjectFields} ${foreign.join(', ')}`)
  const values = new Map<string, unknown>()
  for (const [uuid, value] of given) {
    const field = known.get(uuid.toLowerCase())
    const problem = field && problemWith(field, value)
    if (problem !== undefined) throw unresolved(`Data field ${field?.name} cannot be written: ${problem}`)
    values.set(uuid.toLowerCase(), value)
  }
  return values
}

const dates = (input: NewProject, playbook: PlaybookRow) => {
  const start = isoFromUs(input.start_date)
  if (!start) throw invalid('start_date', 'Must be a date in the format MM/DD/YYYY.')
  const due =
    input.due_date === undefined ? addDays(start, playbook.duration_days) : isoFromUs(input.due_date)
  // The end counts as a date, too.
  if (due && usFromIso(due) === undefined)
    throw invalid('start_date', 'Must leave room for the duration of the playbook.')
  if (!due || due < start) throw invalid('due_date', 'Must be on or after start_date.')
  return { start, due }
}

/** Checks in the order of the interface's table, and throws with its messages. */
export const resolve = async (scope: Scope, input: NewProject) => {
  const playbook = await findPlaybook(scope, input.playbook_uuid)
  if (!playbook) throw unresolved(messages.playbookNotFound)
  const account = await findRequiredAccount(scope, input.account)
  const { start, due } = dates(input, playbook)
  const owner = await findOwner(scope, input.project_owner)
  const content = contentOf(playbook)
  const isInternal = (person: PersonRow) => !isCustomer(person)
  const team = await everybody(scope, input.internal_users, isInternal, 'Internal user not found')
  const isTheirs = (person: PersonRow) => person.account_uuid === account.uuid
  const customers = await everybody(scope, input.customer_users, isTheirs, 'Customer user not found')
  const roles = await fillRoles(scope, input, content, account)
  const fields = await liveProjectFields(scope)
  const values = fieldValues(input, fields)
  return { input, playbook, content, account, owner, team, customers, roles, fields, values, start, due }
}
