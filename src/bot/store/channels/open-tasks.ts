import type { Queries } from '../database.ts'
import type { RoutedProject } from './covers.ts'
import { type KnownTask, taskFrom } from '../tracker/known-tasks.ts'

export type OpenTask = Pick<
  KnownTask,
  'uuid' | 'name' | 'completed' | 'isInternal' | 'assigneeName' | 'assignedAt'
> & { readonly project: RoutedProject & { readonly name: string } }

/** Far below the number of values that a statement may have. */
const atOnce = 500

/**
 * Open tasks with these uuids or assignees; by uuid, also those of unknown state. Their number does not depend on how
 * many tasks are known.
 */
export const openTasks = async (
  sql: Queries,
  by: 'uuid' | 'assignee_name',
  values: readonly string[],
): Promise<OpenTask[]> => {
  const found: OpenTask[] = []
  for (let at = 0; at < values.length; at += atOnce) {
    const rows = await sql
      .selectFrom('known_task as task')
      .innerJoin('known_project as project', 'project.uuid', 'task.project_uuid')
      .selectAll('task')
      .select(['project.name as project_name', 'project.account_name', 'project.account_id'])
      .where(`task.${by}`, 'in', values.slice(at, at + atOnce))
      .where((row) => {
        const isOpen = row('task.completed', '=', 0)
        return by === 'uuid' ? row.or([isOpen, row('task.completed', 'is', null)]) : isOpen
      })
      .where('task.deleted_at', 'is', null)
      .where('project.name', 'is not', null)
      .$narrowType<{ project_name: string }>()
      .execute()
    for (const { project_name: name, account_name, account_id, ...row } of rows) {
      const task = taskFrom(row)
      const account = { accountName: account_name ?? undefined, accountId: account_id ?? undefined }
      if (task) found.push({ ...task, project: { uuid: task.projectUuid, name, ...account } })
    }
  }
  return found
}
