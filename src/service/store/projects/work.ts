import { type CommentRow, type ModuleRow, removeRow, rowsOf, type Scope, tableOf } from '../rows.ts'
import type { SubtaskRow, TaskRow } from '../rows.ts'

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

export const commentsOfProject = (scope: Scope, uuid: string): Promise<CommentRow[]> =>
  rowsOf(scope, 'comment')
    .where('project_uuid', '=', uuid)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Also deletes its subtasks and comments, because clients confirm a deletion by the absence of the rows. */
export const deleteTask = async (scope: Scope, uuid: string): Promise<void> => {
  for (const table of ['comment', 'subtask'] as const)
    await scope.sql.deleteFrom(table).where('org', '=', scope.org).where('task_uuid', '=', uuid).execute()
  await removeRow(scope, 'task', uuid)
}
