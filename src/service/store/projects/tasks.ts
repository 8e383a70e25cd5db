import type { Queries } from '../database.ts'
import { inParts, rowsAtOnce } from '../in-parts.ts'
import type { TaskRow } from '../rows.ts'

export const findTask = (sql: Queries, org: string, uuid: string): Promise<TaskRow | undefined> =>
  sql
    .selectFrom('task')
    .selectAll()
    .where('org', '=', org)
    .where('uuid', '=', uuid.toLowerCase())
    .executeTakeFirst()

/** In the order in which they are shown. */
export const tasksOfProject = (sql: Queries, org: string, projectUuid: string): Promise<TaskRow[]> =>
  sql
    .selectFrom('task')
    .selectAll()
    .where('org', '=', org)
    .where('project_uuid', '=', projectUuid)
    .orderBy('position')
    .orderBy('id')
    .execute()

export const addTasks = async (sql: Queries, rows: readonly Omit<TaskRow, 'id'>[]): Promise<void> => {
  await inParts(rows, (part) => sql.insertInto('task').values(part).execute(), rowsAtOnce(rows))
}

export const updateTask = async (
  sql: Queries,
  org: string,
  uuid: string,
  changed: Partial<Omit<TaskRow, 'id' | 'uuid' | 'org'>>,
): Promise<void> => {
  await sql.updateTable('task').set(changed).where('org', '=', org).where('uuid', '=', uuid).execute()
}

/** With its subtasks and comments: a deleted task is confirmed by its absence. */
export const deleteTask = async (sql: Queries, org: string, uuid: string): Promise<void> => {
  await sql.deleteFrom('comment').where('org', '=', org).where('task_uuid', '=', uuid).execute()
  await sql.deleteFrom('subtask').where('org', '=', org).where('task_uuid', '=', uuid).execute()
  await sql.deleteFrom('task').where('org', '=', org).where('uuid', '=', uuid).execute()
}
