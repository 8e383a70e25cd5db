import { sql as raw } from 'kysely'
import type { Clear } from '../../../store/clear.ts'

/** Kinds whose facts hold people's words, which only Slack needs once they are posted. */
const wordy = ['comment', 'comment_update', 'task_completed', 'subtask_line', 'reply_changed']

/** The facts that later edits and tombstones need. */
const needed = ['authorName', 'nameInBlocks', 'flat', 'uuid'] as const

const shortened = (facts: string): string => {
  const all = JSON.parse(facts) as Record<string, unknown>
  const kept = needed.filter((key) => all[key] !== undefined).map((key) => [key, all[key]])
  return JSON.stringify({ ...Object.fromEntries(kept), cleared: true })
}

/** Clears old text. Rows stay for threads, edits and tombstones. A later edit brings its own text. */
export const clearFacts: Clear = async (sql, before, limit) => {
  const rows = await sql
    .selectFrom('delivery')
    .select(['id', 'facts'])
    .where('kind', 'in', wordy)
    .where('state', 'in', ['posted', 'skipped'])
    .where('settled_at', '<', before)
    .where(raw<boolean>`facts not like '%"cleared":true}'`)
    .orderBy('settled_at')
    .limit(limit)
    .execute()
  for (const { id, facts } of rows)
    await sql
      .updateTable('delivery')
      .set({ facts: shortened(facts) })
      .where('id', '=', id)
      .execute()
  return rows.length
}
