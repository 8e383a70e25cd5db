import { searchable } from '../../store/like.ts'
import { addModules } from '../../store/projects/modules.ts'
import type { PersonRow } from '../../store/rows.ts'
import { addSubtasks } from '../../store/projects/subtasks.ts'
import { addTasks } from '../../store/projects/tasks.ts'
import { insertProject } from '../../store/projects/new-project.ts'
import { countChange } from '../../store/projects/project-totals.ts'
import { inviteTo } from './invite.ts'
import { announceProject } from './projects.ts'
import type { Actor, Deps } from '../../deps.ts'
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

const invitedIn = ({ wish, team, owner, customers }: Resolved) =>
  unique([
    ...(wish.send_invite_email ? [owner, ...team] : []),
    ...(wish.send_invite_email_customers ? customers : []),
  ])

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
    const project = projectRow(deps, actor, resolved, uuid)
    await insertProject(tx.sql, {
      project,
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
    // After it, since to announce holds the organization, and creations wait for each other from there on.
    await countChange(tx.sql, actor.org, undefined, project)
    await inviteTo(deps, tx, actor, {
      project: { uuid, name: wish.name, account_name: resolved.account.name },
      invited: invitedIn(resolved),
    })
    return uuid
  })
