import { sql as raw } from 'kysely'
import { eventNames, events } from '../../../contract/event.ts'
import { payloads } from '../../../contract/payload.ts'
import type { Queries } from '../../store/database.ts'

/** Only events that describe a project may carry data fields. */
const projectEvents = eventNames.filter((name) => events[name].payload === payloads.project)

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
