import { isCustomer } from '../../access.ts'
import { type Acting, type ActingTx, inTransaction } from '../../deps.ts'
import { announce, nameFacts } from '../../events/announce.ts'
import { announceProject, inProject } from '../../events/projects.ts'
import { organizationName } from '../../store/people/organizations.ts'
import { uniquePeople } from '../../store/people/people.ts'
import type { ProjectRecord } from '../../store/projects/projects.ts'
import { addRow, addRows, type PersonRow, searchable } from '../../store/rows.ts'
import { type NewProject, resolve, type Resolved } from './resolve.ts'
import { partsOf } from './rows.ts'

const membersIn = ({ owner, team, customers, roles }: Resolved) =>
  uniquePeople([owner, ...team, ...customers, ...[...roles.values()].flat()])

const invitedIn = ({ input, team, owner, customers }: Resolved) =>
  uniquePeople([
    ...(input.send_invite_email ? [owner, ...team] : []),
    ...(input.send_invite_email_customers ? customers : []),
  ])

/** Fires one project_invitation per person. No mail is sent. */
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

/** Writes the project with all its parts and events in one transaction. */
export const createProject = (acting: Acting, input: NewProject, uuid = acting.deps.newUuid()) =>
  inTransaction(acting, async (acting) => {
    const { newUuid, now } = acting.deps
    const resolved = await resolve(acting, input)
    const making = { newUuid, by: acting.personUuid, resolved, projectUuid: uuid, now: now() }
    const members = membersIn(resolved).map((person) => ({ project_uuid: uuid, person_uuid: person.uuid }))
    const values = resolved.fields.map((field) => ({
      uuid: newUuid(),
      field_uuid: field.uuid,
      project_uuid: uuid,
      value: JSON.stringify(resolved.values.get(field.uuid) ?? null),
    }))
    const parts = partsOf(making)
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
      created_at: making.now,
      created_by: making.by,
      version: 1,
    })
    await addRows(acting, 'project_member', members)
    await addRows(acting, 'data_field_value', values)
    await addRows(acting, 'module', parts.modules)
    await addRows(acting, 'task', parts.tasks)
    await addRows(acting, 'subtask', parts.subtasks)
    const made = await announceProject(acting, 'project_created', uuid)
    await inviteTo(acting, made, invitedIn(resolved))
    return uuid
  })
