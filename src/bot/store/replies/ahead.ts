import { sql as raw } from 'kysely'
import { rowsOf } from '../../../database/happened.ts'
import { storable } from '../../../database/storable.ts'
import type { Clear } from '../clear.ts'
import type { Queries, Tx } from '../database.ts'
import type { AheadState } from '../tables.ts'
import { type Change, type NewReply, replyBySource, type ReplyRow, sourceOf } from './replies.ts'

const aheadStates = ['edited-ahead', 'deleted-ahead'] as const satisfies AheadState[]

export const isAhead = ({ state }: Pick<ReplyRow, 'state'>): boolean =>
  aheadStates.some((ahead) => ahead === state)

/** Stores a change before its reply, in the reply's row. False if the reply or its deletion is there. */
export const keepAhead = async (
  sql: Queries,
  { channel, ts, text }: { channel: string; ts: string; text: string | undefined },
  now: number,
): Promise<boolean> => {
  const state = text === undefined ? ('deleted-ahead' as const) : ('edited-ahead' as const)
  const change = { text: storable(text ?? ''), state, created_at: now }
  const kept = await sql
    .insertInto('reply')
    .values({
      ...change,
      source: sourceOf(channel, ts),
      channel,
      ts,
      user_id: '',
      task_uuid: '',
      files: '[]',
    })
    .onConflict((conflict) =>
      conflict.column('source').doUpdateSet(change).where('reply.state', '=', 'edited-ahead'),
    )
    .returning('id')
    .executeTakeFirst()
  return kept !== undefined
}

/** Joins a reply with its earlier edit or deletion, which wins. Undefined if there was none. */
export const joinAhead = async (
  tx: Tx,
  { source, channel, ts, thread_ts, user_id, task_uuid, take_over, files = [], ended }: NewReply,
  now: number,
): Promise<{ id: number; withdrawn: boolean } | undefined> => {
  const said = { channel, ts, thread_ts, user_id, task_uuid, take_over, files: JSON.stringify(files) }
  const reply = { ...said, created_at: now }
  const join = (state: AheadState, becomes: Change) =>
    tx.sql
      .updateTable('reply')
      .set({ ...reply, ...becomes })
      .where('source', '=', source)
      .where('state', '=', state)
      .returning('id')
      .executeTakeFirst()
  const edited = await join('edited-ahead', { state: 'stored', ...ended })
  if (edited) return { id: edited.id, withdrawn: false }
  const deleted = await join('deleted-ahead', { state: 'cancelled', settled_at: now })
  return deleted && { id: deleted.id, withdrawn: true }
}

/** A reply that was sent takes the place of its earlier edit or deletion, which came too late. Returns which it was. */
export const replaceAhead = async (
  tx: Tx,
  sent: Pick<ReplyRow, 'source' | 'text'>,
): Promise<'edit' | 'delete' | undefined> => {
  const known = await replyBySource(tx.sql, sent.source)
  if (!known || !isAhead(known)) return undefined
  const isEdit = known.state === 'edited-ahead'
  const text = isEdit ? known.text : sent.text
  await tx.sql
    .updateTable('reply')
    .set({ ...sent, state: 'unknown', text })
    .where('id', '=', known.id)
    .execute()
  return isEdit ? 'edit' : 'delete'
}

/** By then Slack has repeated every delivery. */
export const clearAhead: Clear = (sql, before, limit) => {
  const old = sql
    .selectFrom('reply')
    .select('id')
    // Literals, for the partial index.
    .where(raw<boolean>`state in (${raw.join(aheadStates.map((state) => raw.lit(state)))})`)
    .where('created_at', '<', before)
    .limit(limit)
  return rowsOf(sql.deleteFrom('reply').where('id', 'in', old))
}
