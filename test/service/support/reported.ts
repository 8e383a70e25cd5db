import { moduleRow } from '../../../src/service/changes/projects.ts'
import { taskRow } from '../../../src/service/changes/tasks.ts'
import type { Database } from '../../../src/service/store/database.ts'
import { addRows, type New } from '../../../src/service/store/rows.ts'
import { accounts, comments, people, projects, tasks } from './report-fixture.ts'

const org = 'reported'
const ms = (at: string) => Date.parse(at)
const all = Object.values(projects)

const project = (row: (typeof all)[number]): New<'project'> => ({
  uuid: row.uuid,
  name: row.uuid,
  name_search: row.uuid,
  description: '',
  account_uuid: row.account,
  owner_uuid: people[row.owner].uuid,
  playbook_uuid: 'p',
  state: row.state,
  start_date: row.start,
  due_date: row.due,
  value: null,
  created_at: 1,
  created_by: people.dana.uuid,
  completed_at: row.completed === undefined ? null : ms(`${row.completed}T15:00:00Z`),
  completed_by: null,
  archived_at: null,
  archived_by: null,
  version: 1,
})

/** Writes the fixture as the rows of an organization. */
export const fillReported = async ({ sql }: Database) => {
  const scope = { sql, org }
  await addRows(
    scope,
    'account',
    Object.entries(accounts).map(([uuid, name]) => ({ uuid, name })),
  )
  await addRows(
    scope,
    'person',
    Object.values(people).map(({ uuid, first, last, account, is_active }) => ({
      uuid,
      first_name: first,
      last_name: last,
      email: `${first.toLowerCase()}@x.example`,
      role: account === undefined ? ('Vendor User' as const) : ('Customer' as const),
      account_uuid: account ?? null,
      is_active,
    })),
  )
  await addRows(scope, 'project', all.map(project))
  const moduleOf = (uuid: string, isArchived = false) => `${isArchived ? 'archived' : 'm'}-${uuid}`
  await addRows(
    scope,
    'module',
    all.flatMap(({ uuid: project_uuid }) =>
      [false, true].map((isArchived) => ({
        ...moduleRow(
          { uuid: moduleOf(project_uuid, isArchived), project_uuid, name: 'Kickoff', position: 1 },
          people.dana.uuid,
          1,
        ),
        is_archived: isArchived ? (1 as const) : (0 as const),
      })),
    ),
  )
  await addRows(
    scope,
    'task',
    Object.values(tasks).map((row) =>
      taskRow(
        {
          uuid: row.uuid,
          project_uuid: row.project.uuid,
          module_uuid: moduleOf(row.project.uuid, row.archived === 'with its module'),
          is_archived: row.archived === 'alone' ? 1 : 0,
          name: row.name,
          position: 1,
          is_internal: row.internal ? 1 : 0,
          status: row.completed ? 'Completed' : 'Not started',
          assignee_uuid: row.assignee ? people[row.assignee].uuid : null,
          assigned_at: row.assignee ? ms(row.assignedAt) : null,
        },
        people.dana.uuid,
        1,
      ),
    ),
  )
  await addRows(
    scope,
    'comment',
    comments.map((row) => ({
      uuid: row.uuid,
      project_uuid: row.on.project.uuid,
      task_uuid: row.on.uuid,
      replied_to: null,
      created_by: people[row.by].uuid,
      message_plain: 'Words.',
      created_at: ms(row.at),
      edited_at: null,
    })),
  )
  return scope
}

export const assignedAt = async ({ sql }: Database, task: string): Promise<number | null | undefined> =>
  (await sql.selectFrom('task').select('assigned_at').where('uuid', '=', task).executeTakeFirst())
    ?.assigned_at
