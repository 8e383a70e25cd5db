import type { Queries } from '../database.ts'
import { inParts, rowsAtOnce } from '../in-parts.ts'
import type { SubtaskRow } from '../rows.ts'

export const findSubtask = (sql: Queries, org: string, uuid: string): Promise<SubtaskRow | undefined> =>
  sql
    .selectFrom('subtask')
    .selectAll()
    .where('org', '=', org)
    .where('uuid', '=', uuid.toLowerCase())
    .executeTakeFirst()

/** In the order in which they are shown. */
export const subtasksOfProject = (sql: Queries, org: string, projectUuid: string): Promise<SubtaskRow[]> =>
  sql
    .selectFrom('subtask')
    .selectAll()
    .where('org', '=', org)
    .where('project_uuid', '=', projectUuid)
    .orderBy('position')
    .orderBy('id')
    .execute()

export const addSubtasks = async (sql: Queries, rows: readonly Omit<SubtaskRow, 'id'>[]): Promise<void> => {
  await inParts(rows, (part) => sql.insertInto('subtask').values(part).execute(), rowsAtOnce(rows))
}

export const updateSubtask = async (
  sql: Queries,
  org: string,
  uuid: string,
  changed: Partial<Omit<SubtaskRow, 'id' | 'uuid' | 'org'>>,
): Promise<void> => {
  await sql.updateTable('subtask').set(changed).where('org', '=', org).where('uuid', '=', uuid).execute()
}

export const subtasksOfTask = (sql: Queries, org: string, taskUuid: string): Promise<SubtaskRow[]> =>
  sql
    .selectFrom('subtask')
    .selectAll()
    .where('org', '=', org)
    .where('task_uuid', '=', taskUuid)
    .orderBy('position')
    .orderBy('id')
    .execute()

export const deleteSubtask = async (sql: Queries, org: string, uuid: string): Promise<void> => {
  await sql.deleteFrom('subtask').where('org', '=', org).where('uuid', '=', uuid).execute()
}
