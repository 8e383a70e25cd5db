import { type Clear, noLongerKept } from '../clear.ts'

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
