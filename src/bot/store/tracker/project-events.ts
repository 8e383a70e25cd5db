import type { Queries } from '../database.ts'

/** Only these events may carry data fields. */
export const projectEvents = ['project_created', 'project_updated', 'project_completed', 'project_archived']

/** The project's newest event that was verified. */
export const lastProjectEvent = async (sql: Queries, projectUuid: string): Promise<string | undefined> => {
  const row = await sql
    .selectFrom('inbox')
    .select('body')
    .where('project_uuid', '=', projectUuid)
    .where('event_name', 'in', projectEvents)
    .where('state', '=', 'handled')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.body
}
