import { sql as raw } from 'kysely'
import type { Queries } from '../database.ts'
import { type Clear, noLongerKept } from '../clear.ts'

/** The newest of these of a project is kept: `/onboard set` finds the uuids of data fields in it. */
const projectEvents = ['project_created', 'project_updated', 'project_completed', 'project_archived']

/** What deliveries said. Their rows stay, small: a delivery that comes again is still known. */
export const clearInbox: Clear = async (sql, before, limit) => {
  const old = sql
    .selectFrom('inbox as old')
    .select('old.id')
    .where('old.state', 'in', ['handled', 'dropped'])
    .where('old.handled_at', '<', before)
    .where('old.body', '<>', '')
    .where((row) =>
      row.or([
        row('old.event_name', 'not in', projectEvents),
        row.exists(
          row
            .selectFrom('inbox as later')
            .select('later.id')
            .whereRef('later.project_uuid', '=', 'old.project_uuid')
            .whereRef('later.id', '>', 'old.id')
            .where('later.event_name', 'in', projectEvents)
            .where('later.state', '=', 'handled'),
        ),
      ]),
    )
    .orderBy('old.handled_at')
    .limit(limit)
  const { numUpdatedRows } = await sql
    .updateTable('inbox')
    .set({ body: '' })
    .where('id', 'in', old)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** `Dana Smith (Slack): …`: who wrote stays, as above the message in Slack. */
const withoutWords = (body: string): string => {
  const end = body.indexOf(': ')
  return end < 0 ? noLongerKept : `${body.slice(0, end)}: ${noLongerKept}`
}

/** People's words that are in the tracker, or were withdrawn. What was refused stays, for *Try again*. */
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
  // The parts first: what is found again after a crash is what still has its text.
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

/** Filled-in dialogs of projects that were created. */
export const clearForms: Clear = async (sql, before, limit) => {
  const old = sql
    .selectFrom('project_request')
    .select('id')
    .where('state', '=', 'done')
    .where('settled_at', '<', before)
    .where('form', '<>', '{}')
    .limit(limit)
  const { numUpdatedRows } = await sql
    .updateTable('project_request')
    .set({ form: '{}' })
    .where('id', 'in', old)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

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

/** Changes of a message that a later change overtook: the newest stays, for it is what the message says. */
export const clearChanges: Clear = async (sql, before, limit) => {
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
  const { numDeletedRows } = await sql.deleteFrom('delivery').where('id', 'in', overtaken).executeTakeFirst()
  return Number(numDeletedRows)
}

const oldMarks = (sql: Queries, before: number) =>
  sql
    .selectFrom('job')
    .select('seq')
    .where('kind', '=', 'mark')
    // A literal: with a parameter neither engine knows that the partial index holds what is asked for.
    .where(raw<boolean>`state = 'done'`)
    .where('settled_at', '<', before)

/** What people were told. Where it is to be told once, the key stays, which is how that is known. */
export const clearMarks: Clear = async (sql, before, limit) => {
  const { numDeletedRows } = await sql
    .deleteFrom('job')
    .where('seq', 'in', oldMarks(sql, before).where('unique_key', 'is', null).limit(limit))
    .executeTakeFirst()
  if (Number(numDeletedRows) === limit) return limit
  const { numUpdatedRows } = await sql
    .updateTable('job')
    .set({ payload: '{}' })
    .where('seq', 'in', oldMarks(sql, before).where('payload', '<>', '{}').limit(limit))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
