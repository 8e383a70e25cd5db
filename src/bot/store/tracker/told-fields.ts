import type { Queries } from '../database.ts'

/** The newest event of a project that the tracker confirmed; its payload may carry data fields. */
export const lastProjectEvent = async (sql: Queries, projectUuid: string): Promise<string | undefined> => {
  const row = await sql
    .selectFrom('inbox')
    .select('body')
    .where('project_uuid', '=', projectUuid)
    .where('event_name', 'in', [
      'project_created',
      'project_updated',
      'project_completed',
      'project_archived',
    ])
    .where('state', '=', 'handled')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.body
}
