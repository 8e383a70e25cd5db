import { type Actor, type Deps, asActor, type ActorTx } from '../../deps.ts'
import { announceProject } from '../../events/projects.ts'
import { searchable, addRow, addRows } from '../../store/rows.ts'
import { uniquePeople } from '../../store/people/people.ts'
import { inviteTo } from './invite.ts'
import { type NewProject, resolve, type Resolved } from './resolve.ts'
import { partsOf } from './rows.ts'

const projectRow = ({ deps, actor }: ActorTx, uuid: string, { input, ...resolved }: Resolved) => ({
  uuid,
  name: input.name,
  name_search: searchable(input.name),
  description: resolved.playbook.description,
  account_uuid: resolved.account.uuid,
  owner_uuid: resolved.owner.uuid,
  playbook_uuid: resolved.playbook.uuid,
  state: 'Active' as const,
  start_date: resolved.start,
  due_date: resolved.due,
  created_at: deps.now(),
  created_by: actor.personUuid,
  version: 1,
})

const membersIn = ({ owner, team, customers, roles }: Resolved) =>
  uniquePeople([owner, ...team, ...customers, ...[...roles.values()].flat()])

const invitedIn = ({ input, team, owner, customers }: Resolved) =>
  uniquePeople([
    ...(input.send_invite_email ? [owner, ...team] : []),
    ...(input.send_invite_email_customers ? customers : []),
  ])

const valuesIn = ({ fields, values }: Resolved, projectUuid: string, newUuid: () => string) =>
  fields.map((field) => ({
    uuid: newUuid(),
    field_uuid: field.uuid,
    project_uuid: projectUuid,
    value: JSON.stringify(values.get(field.uuid) ?? null),
  }))

/** Writes the project with all its parts and events in one transaction. */
export const createProject = async (deps: Deps, actor: Actor, input: NewProject, uuid = deps.newUuid()) =>
  asActor(deps, actor, async (acting) => {
    const resolved = await resolve(acting, input)
    const { newUuid } = deps
    const project = projectRow(acting, uuid, resolved)
    const members = membersIn(resolved).map((person) => ({ project_uuid: uuid, person_uuid: person.uuid }))
    const values = valuesIn(resolved, uuid, newUuid)
    const parts = partsOf({ actor, resolved, projectUuid: uuid, now: deps.now(), newUuid })
    await addRow(acting, 'project', project)
    await addRows(acting, 'project_member', members)
    await addRows(acting, 'data_field_value', values)
    await addRows(acting, 'module', parts.modules)
    await addRows(acting, 'task', parts.tasks)
    await addRows(acting, 'subtask', parts.subtasks)
    const made = await announceProject(acting, 'project_created', uuid)
    await inviteTo(acting, made, invitedIn(resolved))
    return uuid
  })
