import type { Queries, Tx } from '../database.ts'
import { storable } from '../storable.ts'
import type { BotTables } from '../tables.ts'

export type ReplyRow = Omit<BotTables['reply'], 'id'> & { id: number }
export type ReplyPart = BotTables['reply_comment']
export interface ReplyFile {
  name: string
  permalink?: string | undefined
}

export interface NewReply {
  source: string
  channel: string
  ts: string | null
  threadTs: string | null
  userId: string
  taskUuid: string
  text: string
  files: readonly ReplyFile[]
  createdAt: number
}

/** Stores a reply; undefined when Slack delivered it before. */
export const addReply = async (tx: Tx, reply: NewReply): Promise<number | undefined> => {
  const row = await tx.sql
    .insertInto('reply')
    .values({
      source: reply.source,
      channel: reply.channel,
      ts: reply.ts,
      thread_ts: reply.threadTs,
      user_id: reply.userId,
      task_uuid: reply.taskUuid,
      text: storable(reply.text),
      files: JSON.stringify(reply.files),
      state: 'stored',
      error: null,
      request_id: null,
      created_at: reply.createdAt,
      settled_at: null,
    })
    .onConflict((conflict) => conflict.column('source').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export const replyById = (sql: Queries, id: number): Promise<ReplyRow | undefined> =>
  sql.selectFrom('reply').selectAll().where('id', '=', id).executeTakeFirst()

/** What a thread reply is known by: Slack may deliver it under any number of event ids. */
export const sourceOf = (channel: string, ts: string): string => `${channel}:${ts}`

/** By its source, which has an index: every edit in every channel of the app asks. */
export const replyAt = (sql: Queries, channel: string, ts: string): Promise<ReplyRow | undefined> =>
  sql.selectFrom('reply').selectAll().where('source', '=', sourceOf(channel, ts)).executeTakeFirst()

export const setReply = async (
  sql: Queries,
  id: number,
  change: Partial<Pick<ReplyRow, 'state' | 'error' | 'request_id' | 'settled_at' | 'text'>>,
): Promise<void> => {
  await sql.updateTable('reply').set(change).where('id', '=', id).execute()
}

/** Says what became of a reply. False when its comment exists by now, which no late answer undoes. */
export const settleReply = async (
  sql: Queries,
  id: number,
  change: Pick<ReplyRow, 'state' | 'error' | 'request_id' | 'settled_at'>,
): Promise<boolean> => {
  const { numUpdatedRows } = await sql
    .updateTable('reply')
    .set(change)
    .where('id', '=', id)
    .where('state', '<>', 'done')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A person sends again what failed. False for all but the first press. */
export const reopenReply = async (sql: Queries, id: number): Promise<boolean> => {
  const { numUpdatedRows } = await sql
    .updateTable('reply')
    .set({ state: 'stored', error: null, request_id: null, settled_at: null })
    .where('id', '=', id)
    .where('state', 'in', ['refused', 'unconfirmed'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Changes a reply of which nothing can be in the tracker: not sent yet, or refused whole. Parts made of the old
 * text are dropped. False when it is too late.
 */
export const changeUnsent = async (
  tx: Tx,
  id: number,
  change: Partial<Pick<ReplyRow, 'state' | 'text' | 'settled_at'>>,
): Promise<boolean> => {
  // Takes the row's lock first: what is read after it, nobody changes (see docs/lanes.md, "The trap").
  await tx.sql
    .updateTable('reply')
    .set((row) => ({ state: row.ref('state') }))
    .where('id', '=', id)
    .execute()
  const reply = await replyById(tx.sql, id)
  if (!reply || !['stored', 'sending', 'refused'].includes(reply.state)) return false
  if ((await partsOf(tx.sql, id)).some(({ attempted_at: at }) => at !== null)) return false
  await dropParts(tx, id)
  await setReply(tx.sql, id, change)
  return true
}

export const partsOf = (sql: Queries, replyId: number): Promise<ReplyPart[]> =>
  sql.selectFrom('reply_comment').selectAll().where('reply_id', '=', replyId).orderBy('part').execute()

/**
 * Fixes what a reply becomes before the first call, so that a second attempt says the very same. False when its
 * author changed or deleted it while the parts were made: they are then of a text that is no more.
 */
export const fixParts = async (tx: Tx, reply: ReplyRow, bodies: readonly string[]): Promise<boolean> => {
  const { numUpdatedRows } = await tx.sql
    .updateTable('reply')
    .set({ state: 'sending' })
    .where('id', '=', reply.id)
    .where('state', '=', reply.state)
    .where('text', '=', reply.text)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  const rows = bodies.map((body, part) => ({
    reply_id: reply.id,
    part,
    task_uuid: reply.task_uuid,
    body: storable(body),
    state: 'waiting' as const,
    attempted_at: null,
    comment_uuid: null,
  }))
  await tx.sql
    .insertInto('reply_comment')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['reply_id', 'part']).doNothing())
    .execute()
  return true
}

/** Drops parts of which none became a comment, so that they are made anew from the reply's text. */
export const dropParts = async (tx: Tx, replyId: number): Promise<void> => {
  await tx.sql.deleteFrom('reply_comment').where('reply_id', '=', replyId).execute()
}

/**
 * The intent, durable before the call: the echo may beat the answer, and the process may die in between. False
 * when the part is no longer waiting: its author changed it, or another node took the lane over and began it.
 */
export const beginPart = async (
  tx: Tx,
  { reply_id: id, part }: Pick<ReplyPart, 'reply_id' | 'part'>,
  now: number,
): Promise<boolean> => {
  const reply = await tx.sql
    .updateTable('reply')
    .set({ state: 'sending' })
    .where('id', '=', id)
    .where('state', 'in', ['stored', 'sending', 'unknown'])
    .executeTakeFirst()
  if (reply.numUpdatedRows === 0n) return false
  const { numUpdatedRows } = await tx.sql
    .updateTable('reply_comment')
    .set({ state: 'sending', attempted_at: now })
    .where('reply_id', '=', id)
    .where('part', '=', part)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The tracker certainly did not take it: as it was before this attempt, an older doubt included. */
export const takePartBack = async (sql: Queries, before: ReplyPart, attemptedAt: number): Promise<void> => {
  await sql
    .updateTable('reply_comment')
    .set({ state: 'waiting', attempted_at: before.attempted_at })
    .where('reply_id', '=', before.reply_id)
    .where('part', '=', before.part)
    .where('state', '=', 'sending')
    .where('attempted_at', '=', attemptedAt)
    .execute()
}

export const setPart = async (
  sql: Queries,
  replyId: number,
  part: number,
  change: Partial<Pick<ReplyPart, 'state' | 'attempted_at' | 'comment_uuid'>>,
): Promise<void> => {
  await sql
    .updateTable('reply_comment')
    .set(change)
    .where('reply_id', '=', replyId)
    .where('part', '=', part)
    .execute()
}

export const partByComment = (sql: Queries, commentUuid: string): Promise<ReplyPart | undefined> =>
  sql.selectFrom('reply_comment').selectAll().where('comment_uuid', '=', commentUuid).executeTakeFirst()

/** The call got no usable answer. False when the part is done by now: its echo came first. */
export const markUnknown = async (
  sql: Queries,
  part: Pick<ReplyPart, 'reply_id' | 'part'>,
): Promise<boolean> => {
  const { numUpdatedRows } = await sql
    .updateTable('reply_comment')
    .set({ state: 'unknown' })
    .where('reply_id', '=', part.reply_id)
    .where('part', '=', part.part)
    .where('state', 'in', ['sending', 'unknown'])
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await sql
    .updateTable('reply')
    .set({ state: 'unknown' })
    .where('id', '=', part.reply_id)
    .where('state', 'in', ['sending', 'unknown'])
    .execute()
  return true
}
