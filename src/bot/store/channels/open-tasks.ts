import type { Queries } from '../database.ts'
import type { RoutedProject } from './covers.ts'
import type { KnownTask } from '../tracker/known-tasks.ts'

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
      .select([
        'task.uuid',
        'task.name',
        'task.completed',
        'task.is_internal',
        'task.assignee_name',
        'task.assigned_at',
        'task.project_uuid',
        'project.name as project_name',
        'project.account_name',
        'project.account_id',
      ])
      .where(`task.${by}`, 'in', values.slice(at, at + atOnce))
      .where((row) => {
        const isOpen = row('task.completed', '=', 0)
        return by === 'uuid' ? row.or([isOpen, row('task.completed', 'is', null)]) : isOpen
      })
      .where('task.deleted_at', 'is', null)
      .where('task.name', 'is not', null)
      .where('project.name', 'is not', null)
      .$narrowType<{ name: string; project_name: string }>()
      .execute()
    found.push(
      ...rows.map((row) => ({
        uuid: row.uuid,
        name: row.name,
        completed: row.completed === null ? undefined : false,
        isInternal: row.is_internal === null ? undefined : row.is_internal === 1,
        assigneeName: row.assignee_name ?? undefined,
        assignedAt: row.assigned_at ?? undefined,
        project: {
          uuid: row.project_uuid,
          name: row.project_name,
          accountName: row.account_name ?? undefined,
          accountId: row.account_id ?? undefined,
        },
      })),
    )
  }
  return found
}
