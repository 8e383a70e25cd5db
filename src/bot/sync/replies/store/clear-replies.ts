import { type Clear, noLongerKept } from '../../../store/database.ts'

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
