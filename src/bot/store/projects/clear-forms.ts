import { rowsOf } from '../../../database/happened.ts'
import type { Clear } from '../clear.ts'

export const clearForms: Clear = (sql, before, limit) => {
  const old = sql
    .selectFrom('project_request')
    .select('id')
    .where('state', '=', 'done')
    .where('settled_at', '<', before)
    .where('form', '<>', '{}')
    .limit(limit)
  return rowsOf(sql.updateTable('project_request').set({ form: '{}' }).where('id', 'in', old))
}
