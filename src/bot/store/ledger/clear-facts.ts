import { sql as raw } from 'kysely'
import type { Clear } from '../clear.ts'

/** Kinds whose facts hold people's words, and that nothing but Slack shows once they stand there. */
const wordy = ['comment', 'comment_update', 'task_completed', 'subtask_line', 'reply_changed']

/** What of a message's facts its later edits and its tombstone need. */
const needed = ['authorName', 'nameInBlocks', 'flat', 'uuid'] as const

const shortened = (facts: string): string => {
  const all = JSON.parse(facts) as Record<string, unknown>
  const kept = needed.filter((key) => all[key] !== undefined).map((key) => [key, all[key]])
  return JSON.stringify({ ...Object.fromEntries(kept), cleared: true })
}

/**
 * The words of messages long posted. Rows stay as long as the project lives: threads, edits and tombstones go by
 * them, and an edit brings its own words.
 */
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
