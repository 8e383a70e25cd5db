import type { Tx } from '../../store/database.ts'
import { searchable } from '../../store/service/like.ts'
import { organizationName } from '../../store/service/organizations.ts'
import { fullName } from '../../store/service/people.ts'
import { addModules } from '../../store/service/modules.ts'
import type { PersonRow } from '../../store/service/rows.ts'
import { addSubtasks } from '../../store/service/subtasks.ts'
import { addTasks } from '../../store/service/tasks.ts'
import { insertProject } from '../../store/service/new-project.ts'
import { announceProject } from '../changes/projects.ts'
import type { Actor, Deps } from '../deps.ts'
import { announce } from '../events/announce.ts'
import { type ProjectWish, resolve, type Resolved } from './resolve.ts'
import { rowsOf } from './rows.ts'

const unique = (people: readonly PersonRow[]) => [...new Map(people.map((one) => [one.uuid, one])).values()]

const projectRow = (deps: Deps, actor: Actor, { wish, ...resolved }: Resolved, uuid: string) => ({
  uuid,
  org: actor.org,
  name: wish.name,
  name_search: searchable(wish.name),
  description: resolved.playbook.description,
  account_uuid: resolved.account.uuid,
  owner_uuid: resolved.owner.uuid,
  playbook_uuid: resolved.playbook.uuid,
  state: 'Active' as const,
  start_date: resolved.start,
  due_date: resolved.due,
  value: null,
  created_at: deps.now(),
  created_by: actor.personUuid,
  completed_at: null,
  completed_by: null,
  archived_at: null,
  archived_by: null,
  version: 1,
})

/** One project_invitation for each person invited. */
const invite = async (deps: Deps, tx: Tx, actor: Actor, uuid: string, resolved: Resolved) => {
  const { wish, team, owner, customers, account } = resolved
  const invited = unique([
    ...(wish.send_invite_email ? [owner, ...team] : []),
    ...(wish.send_invite_email_customers ? customers : []),
  ])
  const vendor = invited.length > 0 ? await organizationName(tx.sql, actor.org) : ''
  for (const person of invited) {
    await announce(deps, tx, actor, {
      name: 'project_invitation',
      object: { uuid: person.uuid, name: wish.name },
      projectUuid: uuid,
      payload: {
        project_uuid: uuid,
        project_name: wish.name,
        invited_user: {
          uuid: person.uuid,
          first_name: person.first_name,
          last_name: person.last_name,
          full_name: fullName(person),
          customer_name: person.account_uuid === null ? null : account.name,
          vendor_name: vendor,
          is_customer: person.account_uuid !== null,
          email_address: person.email,
          user_role: person.role,
        },
      },
    })
  }
}

/**
 * The project, its modules, tasks, subtasks, members and data-field values, and the events of it, in one
 * transaction of a handful of statements: whole, or not at all.
 */
export const createProject = async (deps: Deps, actor: Actor, wish: ProjectWish): Promise<string> =>
  deps.database.transaction(async (tx) => {
    const resolved = await resolve(tx.sql, actor.org, wish)
    const uuid = deps.newUuid()
    const { newUuid } = deps
    const members = unique([
      resolved.owner,
      ...resolved.team,
      ...resolved.customers,
      ...[...resolved.roles.values()].flat(),
    ])
    await insertProject(tx.sql, {
      project: projectRow(deps, actor, resolved, uuid),
      members: members.map((person) => ({ org: actor.org, project_uuid: uuid, person_uuid: person.uuid })),
      values: resolved.fields.map((field) => ({
        uuid: newUuid(),
        org: actor.org,
        field_uuid: field.uuid,
        project_uuid: uuid,
        value: JSON.stringify(resolved.values.get(field.uuid) ?? null),
      })),
    })
    const rows = rowsOf({ actor, resolved, projectUuid: uuid, now: deps.now(), newUuid })
    await addModules(tx.sql, rows.modules)
    await addTasks(tx.sql, rows.tasks)
    await addSubtasks(tx.sql, rows.subtasks)
    await announceProject({ deps, tx, actor }, 'project_created', uuid)
    await invite(deps, tx, actor, uuid, resolved)
    return uuid
  })
