import { happened } from '../../../database/happened.ts'
import type { BotDatabase, Queries, Tx } from '../database.ts'
import { addReplies, type NewReply, openStates } from '../replies/replies.ts'
import type { BotTables } from '../tables.ts'
import type { TaskThread } from './task-threads.ts'

export type TakeOver = Omit<BotTables['take_over'], 'id'> & { id: number }

/** Undefined if this dialog was submitted before. */
export const addTakeOver = async (
  tx: Tx,
  { channel, threadTs, taskUuid }: TaskThread,
  { source, user, at }: { source: string; user: string; at: number },
): Promise<number | undefined> => {
  const row = await tx.sql
    .insertInto('take_over')
    .values({
      source,
      channel,
      thread_ts: threadTs,
      task_uuid: taskUuid,
      user_id: user,
      state: 'reading',
      total: 0,
      created_at: at,
    })
    .onConflict((conflict) => conflict.columns(['source']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export const takeOverById = (sql: Queries, id: number): Promise<TakeOver | undefined> =>
  sql.selectFrom('take_over').selectAll().where('id', '=', id).executeTakeFirst()

/** False if it was in none of these states. */
export const moveTakeOver = (
  tx: Tx,
  id: number,
  from: readonly TakeOver['state'][],
  change: Partial<Pick<TakeOver, 'state' | 'total'>>,
): Promise<boolean> =>
  happened(tx.sql.updateTable('take_over').set(change).where('id', '=', id).where('state', 'in', from))

/** Which of these messages are comments, or on their way. Those of a take-over that were refused are not. */
export const takenSources = async (
  { sql, engine }: Pick<BotDatabase, 'engine'> & { sql: Queries },
  sources: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (sources.length === 0) return new Set()
  const rows = await sql
    .selectFrom('reply')
    .select('source')
    .where(engine.among('source', sources))
    .where((row) => row.or([row('state', '<>', 'refused'), row('take_over', 'is', null)]))
    .execute()
  return new Set(rows.map(({ source }) => source))
}

/** Slack's longest page. Each row has a dozen values, and SQLite takes 32,766 in one statement. */
const batch = 1_000

/** Stores earlier messages as replies of this take-over, and reopens those that were refused. Returns their ids in order. */
export const addTaken = async (
  tx: Tx,
  { id, task_uuid: task, channel, thread_ts: threadTs }: TakeOver,
  replies: readonly NewReply[],
  now: number,
): Promise<number[]> => {
  const reopened = await tx.sql
    .updateTable('reply')
    .set({ state: 'stored', take_over: id, error: null, request_id: null, settled_at: null })
    .where('task_uuid', '=', task)
    .where('channel', '=', channel)
    .where('thread_ts', '=', threadTs)
    .where('take_over', 'is not', null)
    .where('state', '=', 'refused')
    .returning(['id', 'source'])
    .execute()
  const ids = new Map(reopened.map((row) => [row.source, row.id]))
  for (let at = 0; at < replies.length; at += batch) {
    const some = replies.slice(at, at + batch)
    const added = await addReplies(
      tx,
      some.map((reply) => ({ ...reply, now })),
    )
    for (const [source, reply] of added) ids.set(source, reply)
  }
  return replies.flatMap(({ source }) => ids.get(source) ?? [])
}

export interface Progress {
  done: number
  /** Refused, unconfirmed, or withdrawn by their authors. */
  failed: number
  open: number
}

export const progressOf = async (sql: Queries, id: number): Promise<Progress> => {
  const rows = await sql
    .selectFrom('reply')
    .select(['state', ({ fn }) => fn.countAll<number | string>().as('count')])
    .where('take_over', '=', id)
    .groupBy('state')
    .execute()
  const sum = (isMeant: (state: string) => boolean) =>
    rows.filter(({ state }) => isMeant(state)).reduce((total, { count }) => total + Number(count), 0)
  const isOpen = (state: string) => openStates.some((one) => one === state)
  return {
    done: sum((state) => state === 'done'),
    failed: sum((state) => state !== 'done' && !isOpen(state)),
    open: sum(isOpen),
  }
}

/** Forgets what was not sent yet. Those messages stay in Slack, and can be imported another time. */
export const dropUnsent = async (tx: Tx, id: number): Promise<void> => {
  const unsent = tx.sql.updateTable('reply').where('take_over', '=', id).where('state', '=', 'stored')
  // Locks the rows first, so that what is read next stays valid (see docs/lanes.md, "The trap").
  const locked = await unsent
    .set((row) => ({ state: row.ref('state') }))
    .returning('id')
    .execute()
  const ids = locked.map((row) => row.id)
  if (ids.length === 0) return
  const begun = await tx.sql
    .selectFrom('reply_comment')
    .select('reply_id')
    .where('reply_id', 'in', ids)
    .where((row) => row.or([row('attempted_at', 'is not', null), row('state', '<>', 'waiting')]))
    .execute()
  const isBegun = new Set(begun.map((row) => row.reply_id))
  const dropped = ids.filter((one) => !isBegun.has(one))
  if (dropped.length === 0) return
  await tx.sql.deleteFrom('reply_comment').where('reply_id', 'in', dropped).execute()
  await tx.sql.deleteFrom('reply').where('id', 'in', dropped).execute()
}
