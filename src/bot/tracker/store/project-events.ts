import { sql as raw } from 'kysely'
import type { Queries } from '../../store/database.ts'

/** Only these events may carry data fields. */
const projectEvents = ['project_created', 'project_updated', 'project_completed', 'project_archived']

/** Literals, in the order of the index: with parameters, neither engine uses it. */
export const isProjectEvent = (column: string) =>
  raw<boolean>`${raw.ref(column)} in (${raw.join(projectEvents.map((name) => raw.lit(name)))})`

/** The project's newest event that was verified. */
export const lastProjectEvent = async (sql: Queries, projectUuid: string): Promise<string | undefined> => {
  const row = await sql
    .selectFrom('inbox')
    .select('body')
    .where('project_uuid', '=', projectUuid)
    .where(isProjectEvent('event_name'))
    .where('state', '=', 'handled')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.body
}
