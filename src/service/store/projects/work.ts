import {
  type ModuleRow,
  removeRow,
  rowsOf,
  type Scope,
  tableOf,
  type SubtaskRow,
  type TaskRow,
  type PersonRow,
  totalOf,
  type Page,
} from '../rows.ts'
import { sql as raw } from 'kysely'

const open = ({ sql, org }: Scope, person: PersonRow) => {
  const query = sql
    .selectFrom('task')
    .innerJoin('module', 'module.uuid', 'task.module_uuid')
    .innerJoin('project', 'project.uuid', 'task.project_uuid')
    .innerJoin('account', 'account.uuid', 'project.account_uuid')
    .where('task.org', '=', org)
    .where('task.assignee_uuid', '=', person.uuid)
    .where('task.status', '<>', 'Completed')
    .where('task.is_archived', '=', 0)
    .where('module.is_archived', '=', 0)
    .where('project.state', '=', 'Active')
  if (person.account_uuid === null) return query
  return query.where('task.is_internal', '=', 0).where('project.account_uuid', '=', person.account_uuid)
}

/** A person's open tasks in active projects, as far as they may see them. What is due first comes first. */
export const openTasksOf = async (scope: Scope, person: PersonRow, { limit, offset }: Page) => {
  const query = open(scope, person)
  const tasks = await query
    .select(['task.uuid', 'task.name', 'task.status', 'task.due_date', 'task.is_internal'])
    .select(['project.uuid as project_uuid', 'project.name as project', 'account.name as account'])
    .orderBy(raw`case when task.due_date is null then 1 else 0 end`)
    .orderBy('task.due_date')
    .orderBy('task.id')
    .limit(limit)
    .offset(offset)
    .execute()
  return { tasks, total: await totalOf(query) }
}

export type Part = 'module' | 'task' | 'subtask' | 'comment' | 'note'

export const projectOfPart = async (scope: Scope, part: Part, uuid: string): Promise<string | undefined> => {
  const found = tableOf(scope, part).select('project_uuid').where('uuid', '=', uuid.toLowerCase())
  return (await found.executeTakeFirst())?.project_uuid
}

/** In display order, like all lists here. */
export const modulesOfProject = (scope: Scope, uuid: string): Promise<ModuleRow[]> =>
  rowsOf(scope, 'module').where('project_uuid', '=', uuid).orderBy('position').orderBy('id').execute()

export const tasksOfProject = (scope: Scope, uuid: string): Promise<TaskRow[]> =>
  rowsOf(scope, 'task').where('project_uuid', '=', uuid).orderBy('position').orderBy('id').execute()

export const subtasksOfProject = (scope: Scope, uuid: string): Promise<SubtaskRow[]> =>
  rowsOf(scope, 'subtask').where('project_uuid', '=', uuid).orderBy('position').orderBy('id').execute()

export const subtasksOfTask = (scope: Scope, uuid: string): Promise<SubtaskRow[]> =>
  rowsOf(scope, 'subtask').where('task_uuid', '=', uuid).orderBy('position').orderBy('id').execute()

/** Also deletes its subtasks and comments, because clients confirm a deletion by the absence of the rows. */
export const deleteTask = async (scope: Scope, uuid: string): Promise<void> => {
  for (const table of ['comment', 'subtask'] as const)
    await scope.sql.deleteFrom(table).where('org', '=', scope.org).where('task_uuid', '=', uuid).execute()
  await removeRow(scope, 'task', uuid)
}
