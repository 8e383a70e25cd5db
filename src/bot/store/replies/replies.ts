import { type InferResult, sql as raw } from 'kysely'
import { z } from 'zod'
import type { Database, Queries, Tx } from '../database.ts'
import type { BotTables } from '../tables.ts'
import { receiptsKey } from './receipts.ts'

/** A reply with what is known of its task, and what its author was told in the thread and wants to be told. */
const replies = (sql: Queries) =>
  sql
    .selectFrom('reply')
    .leftJoin('known_task as task', 'task.uuid', 'reply.task_uuid')
    .leftJoin('known_project as project', 'project.uuid', 'task.project_uuid')
    .leftJoin('receipt', (told) =>
      told
        .onRef('receipt.channel', '=', 'reply.channel')
        .onRef('receipt.thread_ts', '=', 'reply.thread_ts')
        .onRef('receipt.user_id', '=', 'reply.user_id'),
    )
    .leftJoin('setting', (wanted) =>
      wanted.on('setting.key', '=', raw<string>`${raw.lit(receiptsKey)} || reply.user_id`),
    )
    .selectAll('reply')
    .select(['task.name as task_name', 'task.is_internal', 'task.project_uuid', 'project.account_name'])
    .select(['project.internal_url', 'project.portal_url'])
    .select(['receipt.readers as told_readers', 'setting.value as receipts'])

export type ReplyRow = InferResult<ReturnType<typeof replies>>[number]
export type ReplyPart = BotTables['reply_comment']
type Change = Partial<Pick<ReplyRow, 'state' | 'error' | 'request_id' | 'settled_at' | 'text' | 'sign'>>

export const openStates = ['stored', 'unknown'] as const

/** Whether the comment is still to come. */
export const isOpen = ({ state }: Pick<ReplyRow, 'state'>): boolean =>
  openStates.some((open) => open === state)

export const replyFiles = z.array(z.object({ name: z.string(), permalink: z.string().optional() }))
export type ReplyFile = z.infer<typeof replyFiles>[number]

export interface NewReply {
  source: string
  channel: string
  /** None for words that are no message. */
  ts?: string
  threadTs?: string | undefined
  userId: string
  taskUuid: string
  text: string
  files?: readonly ReplyFile[]
}

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
const storable = (text: string) => text.toWellFormed().replaceAll('\u0000', '\uFFFD')

/** Stores a reply; undefined when Slack delivered it before. `ended`: it is refused from the start. */
export const addReply = async (
  tx: Tx,
  { source, channel, ts, threadTs, userId, taskUuid, text, files = [] }: NewReply,
  now: number,
  ended: Change = {},
): Promise<number | undefined> => {
  const row = await tx.sql
    .insertInto('reply')
    .values({
      source,
      channel,
      ts: ts ?? null,
      thread_ts: threadTs ?? null,
      user_id: userId,
      task_uuid: taskUuid,
      text: storable(text),
      files: JSON.stringify(files),
      state: 'stored',
      created_at: now,
      ...ended,
    })
    .onConflict((conflict) => conflict.column('source').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export const replyById = (sql: Queries, id: number): Promise<ReplyRow | undefined> =>
  replies(sql).where('reply.id', '=', id).executeTakeFirst()

/** What a thread reply is known by: Slack may deliver it under any number of event ids. */
export const sourceOf = (channel: string, ts: string): string => `${channel}:${ts}`

/** It has an index: every edit in every channel of the app asks. */
export const replyBySource = (sql: Queries, source: string): Promise<ReplyRow | undefined> =>
  replies(sql).where('source', '=', source).executeTakeFirst()

export const setReply = async (sql: Queries, id: number, change: Change): Promise<void> => {
  await sql.updateTable('reply').set(change).where('id', '=', id).execute()
}

/**
 * Says what became of a reply, and returns the sign it bears. Undefined when its comment exists by now, which no
 * late answer undoes.
 */
export const settleReply = (
  sql: Queries,
  id: number,
  change: Required<Pick<Change, 'state' | 'error' | 'request_id' | 'settled_at'>>,
): Promise<Pick<ReplyRow, 'sign'> | undefined> =>
  sql
    .updateTable('reply')
    .set(change)
    .where('id', '=', id)
    .where('state', '<>', 'done')
    .returning('sign')
    .executeTakeFirst()

/** A person sends again what failed. False for all but the first press. */
export const reopenReply = async (sql: Queries, id: number, sign: ReplyRow['sign']): Promise<boolean> => {
  const { numUpdatedRows } = await sql
    .updateTable('reply')
    .set({ state: 'stored', sign, error: null, request_id: null, settled_at: null })
    .where('id', '=', id)
    .where('state', 'in', ['refused', 'unconfirmed'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Changes a reply of which nothing can be in the tracker: not sent yet, or refused whole. Parts made of the old
 * text are dropped. False when it is too late.
 */
export const changeUnsent = async (tx: Tx, id: number, change: Change): Promise<boolean> => {
  // Takes the row's lock first: what is read after it, nobody changes (see docs/lanes.md, "The trap").
  const { numUpdatedRows } = await tx.sql
    .updateTable('reply')
    .set((row) => ({ state: row.ref('state') }))
    .where('id', '=', id)
    .where('state', 'in', ['stored', 'refused'])
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  if ((await partsOf(tx.sql, id)).some(({ attempted_at: at }) => at !== null)) return false
  await dropParts(tx, id)
  await setReply(tx.sql, id, change)
  return true
}

export const partsOf = (sql: Queries, replyId: number): Promise<ReplyPart[]> =>
  sql.selectFrom('reply_comment').selectAll().where('reply_id', '=', replyId).orderBy('part').execute()

/** Drops parts of which none became a comment, so that they are made anew from the reply's text. */
export const dropParts = async (tx: Tx, replyId: number): Promise<void> => {
  await tx.sql.deleteFrom('reply_comment').where('reply_id', '=', replyId).execute()
}

/**
 * The intent, durable before the call: the echo may beat the answer, and the process may die in between. It fixes
 * all that the reply becomes, so that a second attempt says the very same. In one statement, which locks the
 * reply's row: whoever changes the reply comes before it, and then its text is another, or comes too late. False
 * also where another node, which took the lane over, began the part.
 */
export const beginPart = async (
  { sql, engine }: Pick<Database, 'sql' | 'engine'>,
  reply: ReplyRow,
  parts: readonly ReplyPart[],
  { part: begun }: ReplyPart,
  now: number,
): Promise<boolean> => {
  const bodies = parts.map(({ part, body }) => ({ part, body: storable(body) }))
  const isBegun = raw`cast(e.value->>'part' as integer) = ${raw.lit(begun)}`
  const { rows } = await raw<Pick<ReplyPart, 'part'>>`
    insert into reply_comment (reply_id, part, task_uuid, body, state, attempted_at, comment_uuid)
    select reply.id, cast(e.value->>'part' as integer), reply.task_uuid, e.value->>'body',
      case when ${isBegun} then 'sending' else 'waiting' end,
      case when ${isBegun} then cast(${now} as bigint) end, null
    from reply, ${engine.each(bodies)}
    where reply.id = ${reply.id} and reply.text = ${reply.text}
      and reply.state in (${raw.join(openStates)})${raw.raw(engine.forUpdate)}
    on conflict (reply_id, part) do update set state = excluded.state, attempted_at = excluded.attempted_at
      where reply_comment.state = 'waiting' and excluded.state = 'sending'
    returning part`.execute(sql)
  return rows.some(({ part }) => part === begun)
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
  { reply_id: id, part }: ReplyPart,
  change: Partial<Pick<ReplyPart, 'state' | 'comment_uuid'>>,
): Promise<void> => {
  await sql
    .updateTable('reply_comment')
    .set(change)
    .where('reply_id', '=', id)
    .where('part', '=', part)
    .execute()
}

export const partByComment = (sql: Queries, commentUuid: string): Promise<ReplyPart | undefined> =>
  sql.selectFrom('reply_comment').selectAll().where('comment_uuid', '=', commentUuid).executeTakeFirst()

/**
 * Parts on this task that may have a comment which we do not know: what an echo may belong to. Those in flight
 * first, then those without an answer, then those that a person sends again.
 */
export const partsInDoubt = async (sql: Queries, taskUuid: string): Promise<ReplyPart[]> => {
  const rows = await sql
    .selectFrom('reply_comment')
    .selectAll()
    .where('task_uuid', '=', taskUuid)
    .where('state', 'in', ['sending', 'unknown', 'waiting'])
    .where('attempted_at', 'is not', null)
    .where('comment_uuid', 'is', null)
    .orderBy('attempted_at', 'desc')
    .execute()
  const rank = { sending: 0, unknown: 1, waiting: 2, done: 3 }
  return rows.sort((one, other) => rank[one.state] - rank[other.state])
}

/** The call got no usable answer. False when the part is done by now: its echo came first. */
export const markUnknown = async (sql: Queries, { reply_id: id, part }: ReplyPart): Promise<boolean> => {
  const { numUpdatedRows } = await sql
    .updateTable('reply_comment')
    .set({ state: 'unknown' })
    .where('reply_id', '=', id)
    .where('part', '=', part)
    .where('state', 'in', ['sending', 'unknown'])
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await sql
    .updateTable('reply')
    .set({ state: 'unknown' })
    .where('id', '=', id)
    .where('state', '=', 'stored')
    .execute()
  return true
}
