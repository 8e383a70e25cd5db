import { sql as raw } from 'kysely'
import { rowsOf } from '../../../../database/changed-any.ts'
import type { Clear } from '../../../store/database.ts'
import { isUnreadable } from './inbox.ts'
import { isProjectEvent } from '../../../tracker/store/project-events.ts'

/**
 * Clears the bodies of old webhooks. The rows stay, to detect duplicates. A project's newest project event
 * keeps its body, because `/onboard set` reads the uuids of data fields from it.
 */
export const clearInbox: Clear = (sql, before, limit) => {
  const old = sql
    .selectFrom('inbox as old')
    .select('old.id')
    .where('old.state', 'in', ['handled', 'dropped'])
    .where('old.handled_at', '<', before)
    .where('old.body', '<>', '')
    .where((row) =>
      row.or([
        raw<boolean>`not ${isProjectEvent('old.event_name')}`,
        row.exists(
          row
            .selectFrom('inbox as later')
            .select('later.id')
            .whereRef('later.project_uuid', '=', 'old.project_uuid')
            .whereRef('later.id', '>', 'old.id')
            .where(isProjectEvent('later.event_name'))
            .where('later.state', '=', 'handled'),
        ),
      ]),
    )
    .orderBy('old.handled_at')
    .limit(limit)
  return rowsOf(sql.updateTable('inbox').set({ body: '' }).where('id', 'in', old))
}

/** Old webhooks that could not be read. Those whose work was given up stay: people can retry them. */
export const clearUnreadable: Clear = (sql, before, limit) => {
  const old = sql
    .selectFrom('inbox')
    .select('id')
    .where(isUnreadable)
    .where('received_at', '<', before)
    .orderBy('id')
    .limit(limit)
  return rowsOf(sql.deleteFrom('inbox').where('id', 'in', old))
}
