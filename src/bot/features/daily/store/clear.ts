import { sql as raw, type RawBuilder } from 'kysely'
import { type Clear, noLongerKept } from '../../../store/database.ts'
import { rowsOf } from '../../../../database/statement.ts'
import { isUnreadable, isProjectEvent } from '../../../store/inbox.ts'

/** Clears old texts, which the tracker has too. A later edit stores the text again. */
export const clearComments: Clear = (sql, before, limit) => {
  const old = sql
    .selectFrom('known_comment')
    .select('uuid')
    .where('created_at', '<', before)
    .where('deleted_at', 'is', null)
    // A literal, for the partial index.
    .where(raw<boolean>`text <> ${raw.lit(noLongerKept)}`)
    .limit(limit)
  return rowsOf(sql.updateTable('known_comment').set({ text: noLongerKept }).where('uuid', 'in', old))
}

/** Keeps the author: `Dana Smith (Slack): …`. */
const withoutWords = (body: string): string => {
  const end = body.indexOf(': ')
  return end < 0 ? noLongerKept : `${body.slice(0, end)}: ${noLongerKept}`
}

/** Clears replies that are in the tracker or were withdrawn. Keeps refused ones for *Try again*. */
export const clearReplies: Clear = async (sql, before, limit) => {
  const rows = await sql
    .selectFrom('reply')
    .select('id')
    .where('state', 'in', ['done', 'cancelled'])
    .where('settled_at', '<', before)
    .where('text', '<>', noLongerKept)
    .orderBy('settled_at')
    .limit(limit)
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  // Parts first: after a crash, the next pass finds the reply by its remaining text.
  const parts = await sql
    .selectFrom('reply_comment')
    .select(['reply_id', 'part', 'body'])
    .where('reply_id', 'in', ids)
    .execute()
  for (const { reply_id: id, part, body } of parts)
    await sql
      .updateTable('reply_comment')
      .set({ body: withoutWords(body) })
      .where('reply_id', '=', id)
      .where('part', '=', part)
      .execute()
  await sql.updateTable('reply').set({ text: noLongerKept, files: '[]' }).where('id', 'in', ids).execute()
  return ids.length
}

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
