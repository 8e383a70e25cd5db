import { rowsOf } from '../../../../database/changed-any.ts'
import type { Clear } from '../../../store/clear.ts'

/** Clears changes that a newer change replaced. The newest stays, because it is what the message shows. */
export const clearChanges: Clear = (sql, before, limit) => {
  const overtaken = sql
    .selectFrom('delivery as old')
    .select('old.id')
    .where('old.op', '=', 'update')
    .where('old.state', 'in', ['posted', 'skipped'])
    .where('old.settled_at', '<', before)
    .where((row) =>
      row.exists(
        row
          .selectFrom('delivery as later')
          .select('later.id')
          .whereRef('later.channel', '=', 'old.channel')
          .whereRef('later.on_uuid', '=', 'old.on_uuid')
          .whereRef('later.on_kind', '=', 'old.on_kind')
          .where('later.op', '=', 'update')
          .whereRef('later.id', '>', 'old.id'),
      ),
    )
    .orderBy('old.settled_at')
    .limit(limit)
  return rowsOf(sql.deleteFrom('delivery').where('id', 'in', overtaken))
}
