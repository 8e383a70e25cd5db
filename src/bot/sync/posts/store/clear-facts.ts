import { type RawBuilder, sql as raw } from 'kysely'
import type { Clear } from '../../../store/database.ts'

/** The facts that later edits and deletions need. */
const needed = ['authorName', 'uuid'] as const

const shortened = (facts: string): string => {
  const all = JSON.parse(facts) as Record<string, unknown>
  const kept = needed.filter((key) => all[key] !== undefined).map((key) => [key, all[key]])
  return JSON.stringify({ ...Object.fromEntries(kept), cleared: true })
}

const withoutQuote = (facts: string): string => {
  const { newest: _, ...kept } = JSON.parse(facts) as Record<string, unknown>
  return JSON.stringify(kept)
}

const clearing =
  (kinds: readonly string[], isToClear: RawBuilder<boolean>, cleared: (facts: string) => string): Clear =>
  async (sql, before, limit) => {
    const rows = await sql
      .selectFrom('post')
      .select(['id', 'facts'])
      .where('kind', 'in', kinds)
      .where('state', 'in', ['posted', 'skipped'])
      .where('settled_at', '<', before)
      .where((row) => row.or([row('changed_at', 'is', null), row('changed_at', '<', before)]))
      .where(isToClear)
      .orderBy('settled_at')
      .limit(limit)
      .execute()
    for (const { id, facts } of rows)
      await sql
        .updateTable('post')
        .set({ facts: cleared(facts) })
        .where('id', '=', id)
        .execute()
    return rows.length
  }

/**
 * Clears old text of these kinds, which only Slack needs once it is posted. Rows stay for threads, edits and deletions. A
 * later edit brings its own text.
 */
export const clearFacts = (kinds: readonly string[]): Clear =>
  clearing(kinds, raw<boolean>`facts not like '%"cleared":true}'`, shortened)

/** Clears what cards of these kinds quote. The next change of a card brings what is still kept. */
export const clearQuotes = (kinds: readonly string[]): Clear =>
  clearing(kinds, raw<boolean>`facts like '%"newest":{%'`, withoutQuote)
