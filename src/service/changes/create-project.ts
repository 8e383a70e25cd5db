import { isBlank } from '../../contract/text.ts'
import type { ParsedInput } from '../../contract/api.ts'
import { addDays, isoFromUs, usFromIso, daysBetween } from '../../contract/dates.ts'
import { messages } from '../../contract/problem.ts'
import { isCustomer, invalid, unresolved, type Acting, type ActingTx, inTransaction } from '../acting.ts'
import { findAccount, findPeople, findPerson, uniquePeople } from '../store/people.ts'
import { contentOf, type PlaybookContent, findPlaybook } from '../store/playbooks.ts'
import { liveProjectFields } from '../store/data-fields.ts'
import {
  type AccountRow,
  type DataFieldRow,
  type PersonRow,
  type PlaybookRow,
  type Scope,
  type New,
  addRow,
  addRows,
  searchable,
} from '../store/rows.ts'
import { problemWith } from './field-values.ts'
import { moduleRow } from './projects.ts'
import { taskRow } from './tasks.ts'
import { subtaskRow } from './subtasks.ts'
import { announce, nameFacts } from '../events/announce.ts'
import { announceProject, inProject } from '../events/projects.ts'
import { organizationName } from '../store/organizations.ts'
import type { ProjectRecord } from '../store/projects.ts'

type NewProject = ParsedInput<'createProject'>

type Resolved = Awaited<ReturnType<typeof resolve>>

const findRequiredAccount = async (scope: Scope, text: string) => {
  if (isBlank(text)) throw unresolved(messages.accountRequired)
  const account = await findAccount(scope, text)
  if (!account) throw unresolved(messages.accountNotFound)
  return account
}

const findOwner = async (scope: Scope, text: string) => {
  const owner = isBlank(text) ? undefined : await findPerson(scope, text)
  if (!owner || isCustomer(owner) || owner.is_active === 0) throw unresolved(messages.ownerInvalid)
  return owner
}

const requiredPeople = async (
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
    roles.set(role.uuid, await requiredPeople(scope, users, eligible, refusal))
  }
  return roles
}

const fieldValues = (input: NewProject, fields: readonly DataFieldRow[]) => {
  const given = Object.entries(input.datafields ?? {})
  const fieldByUuid = new Map(fields.map((field) => [field.uuid, field]))
  const foreign = given.filter(([uuid]) => !fieldByUuid.has(uuid.toLowerCase())).map(([uuid]) => uuid)
  if (foreign.length > 0) throw unresolved(`${messages.notProjectFields} ${foreign.join(', ')}`)
  const values = new Map<string, unknown>()
  for (const [uuid, value] of given) {
    const field = fieldByUuid.get(uuid.toLowerCase())
    const problem = field && problemWith(field, value)
    if (problem !== undefined) throw unresolved(`Data field ${field?.name} cannot be written: ${problem}`)
    values.set(uuid.toLowerCase(), value)
  }
  return values
}

const datesOf = (input: NewProject, playbook: PlaybookRow) => {
  const start = isoFromUs(input.start_date)
  if (!start) throw invalid('start_date', 'Must be a date in the format MM/DD/YYYY.')
  const due =
    input.due_date === undefined ? addDays(start, playbook.duration_days) : isoFromUs(input.due_date)
  // The due date must also be one that the service takes.
  if (due && usFromIso(due) === undefined)
    throw invalid('start_date', 'Must leave room for the duration of the playbook.')
  if (!due || due < start) throw invalid('due_date', 'Must be on or after start_date.')
  return { start, due }
}

/** Checks in the order of the interface's table, and throws with its messages. */
const resolve = async (scope: Scope, input: NewProject) => {
  const playbook = await findPlaybook(scope, input.playbook_uuid)
  if (!playbook) throw unresolved(messages.playbookNotFound)
  const account = await findRequiredAccount(scope, input.account)
  const { start, due } = datesOf(input, playbook)
  const owner = await findOwner(scope, input.project_owner)
  const content = contentOf(playbook)
  const isInternal = (person: PersonRow) => !isCustomer(person)
  const team = await requiredPeople(scope, input.internal_users, isInternal, 'Internal user not found')
  const isContact = (person: PersonRow) => person.account_uuid === account.uuid
  const customers = await requiredPeople(scope, input.customer_users, isContact, 'Customer user not found')
  const roles = await fillRoles(scope, input, content, account)
  const fields = await liveProjectFields(scope)
  const values = fieldValues(input, fields)
  return { input, playbook, content, account, owner, team, customers, roles, fields, values, start, due }
}

/** The first person of a role is assigned to its tasks. */
const partsOf = (
  { content, roles, start, due }: Resolved,
  { deps: { newUuid }, personUuid: by }: ActingTx,
  project_uuid: string,
  now: number,
) => {
  const modules: New<'module'>[] = []
  const tasks: New<'task'>[] = []
  const subtasks: New<'subtask'>[] = []
  const place = (at: number) => ({ uuid: newUuid(), project_uuid, position: at + 1 })
  /** A task is never due after its project. */
  const day = (days: number) => (days > daysBetween(start, due) ? due : addDays(start, days))
  for (const [m, { tasks: templates, ...named }] of content.modules.entries()) {
    const module = moduleRow({ ...named, ...place(m) }, by, now)
    modules.push(module)
    for (const [t, { role, start_day, due_day, subtasks: steps = [], ...facts }] of templates.entries()) {
      const assigned = {
        role: content.roles.find(({ uuid }) => uuid === role)?.name ?? null,
        assignee_uuid: (role && roles.get(role)?.[0]?.uuid) ?? null,
      }
      const dates = { scheduled_start_date: day(start_day), due_date: day(due_day) }
      const task = taskRow(
        { ...facts, ...place(t), module_uuid: module.uuid, ...assigned, ...dates },
        by,
        now,
      )
      tasks.push(task)
      for (const [s, { questions = [], ...step }] of steps.entries()) {
        const of = { task_uuid: task.uuid, assignee_uuid: assigned.assignee_uuid }
        subtasks.push(subtaskRow({ ...step, ...place(s), ...of, configuration: JSON.stringify(questions) }))
      }
    }
  }
  return { modules, tasks, subtasks }
}

const membersIn = ({ owner, team, customers, roles }: Resolved) =>
  uniquePeople([owner, ...team, ...customers, ...[...roles.values()].flat()])

const invitedIn = ({ input, team, owner, customers }: Resolved) =>
  uniquePeople([
    ...(input.send_invite_email ? [owner, ...team] : []),
    ...(input.send_invite_email_customers ? customers : []),
  ])

/** No mail is sent. */
const inviteTo = async (acting: ActingTx, project: ProjectRecord, invited: readonly PersonRow[]) => {
  const vendor = invited.length > 0 ? await organizationName(acting) : ''
  for (const person of invited)
    await announce(acting, 'project_invitation', project.name, {
      ...inProject(project),
      invited_user: {
        uuid: person.uuid,
        ...nameFacts(person, vendor),
        customer_name: isCustomer(person) ? project.account_name : null,
        user_role: person.role,
      },
    })
}

export const createProject = (acting: Acting, input: NewProject, uuid = acting.deps.newUuid()) =>
  inTransaction(acting, async (acting) => {
    const { newUuid } = acting.deps
    const resolved = await resolve(acting, input)
    const now = acting.deps.now()
    const by = acting.personUuid
    const members = membersIn(resolved).map((person) => ({ project_uuid: uuid, person_uuid: person.uuid }))
    const values = resolved.fields.map((field) => ({
      uuid: newUuid(),
      field_uuid: field.uuid,
      project_uuid: uuid,
      value: JSON.stringify(resolved.values.get(field.uuid) ?? null),
    }))
    const parts = partsOf(resolved, acting, uuid, now)
    await addRow(acting, 'project', {
      uuid,
      name: input.name,
      name_search: searchable(input.name),
      description: resolved.playbook.description,
      account_uuid: resolved.account.uuid,
      owner_uuid: resolved.owner.uuid,
      playbook_uuid: resolved.playbook.uuid,
      state: 'Active',
      start_date: resolved.start,
      due_date: resolved.due,
      created_at: now,
      created_by: by,
      version: 1,
    })
    await addRows(acting, 'project_member', members)
    await addRows(acting, 'data_field_value', values)
    await addRows(acting, 'module', parts.modules)
    await addRows(acting, 'task', parts.tasks)
    await addRows(acting, 'subtask', parts.subtasks)
    const project = await announceProject(acting, 'project_created', uuid)
    await inviteTo(acting, project, invitedIn(resolved))
    return uuid
  })
