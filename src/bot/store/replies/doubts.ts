import type { Queries, Tx } from '../database.ts'
import { replaceAhead } from './ahead.ts'
import {
  dropParts,
  isOpen,
  isUnsent,
  openStates,
  partsOf,
  replies,
  replyBySource,
  type ReplyPart,
  type ReplyRow,
  setReply,
} from './replies.ts'

/** Unsent replies may have been sent. Marks them, so that each one's message in Slack is checked first. */
export const doubtStored = async (sql: Queries, doubt: NonNullable<ReplyRow['doubt']>): Promise<void> => {
  await sql
    .updateTable('reply')
    .set({ doubt })
    .where('state', '=', 'stored')
    .where((row) => row.or([row('doubt', 'is', null), row('doubt', '=', 'look')]))
    .execute()
}

/** It is certain now that the database lost commits. */
export const proveDoubts = async (tx: Tx): Promise<void> => {
  await tx.sql.updateTable('reply').set({ doubt: 'lost' }).where('doubt', '=', 'look').execute()
}

/** A task's replies that may have been sent before the database lost that, oldest first. */
export const doubtedReplies = (sql: Queries, taskUuid: string): Promise<ReplyRow[]> =>
  replies(sql)
    .where('reply.task_uuid', '=', taskUuid)
    .where('reply.state', 'in', openStates)
    .where('reply.doubt', 'is not', null)
    .orderBy('reply.id')
    .execute()

type Settled = Partial<Pick<ReplyRow, 'state' | 'sign' | 'settled_at'>>

/** The reply was checked. Changes nothing if its comment was found meanwhile. */
export const endDoubt = async (sql: Queries, id: number, change: Settled = {}): Promise<void> => {
  await sql
    .updateTable('reply')
    .set({ doubt: null, ...change })
    .where('id', '=', id)
    .where('state', '<>', 'done')
    .execute()
}

/** Each of the reply's comments may exist, so it waits for their echoes. */
export const holdInDoubt = async (
  tx: Tx,
  { id, task_uuid }: Pick<ReplyRow, 'id' | 'task_uuid'>,
  bodies: readonly string[],
  attempted_at: number,
): Promise<void> => {
  const unknown = { state: 'unknown' as const, attempted_at }
  const rows = bodies.map((body, part) => ({ reply_id: id, part, task_uuid, body, comment_uuid: null }))
  await tx.sql
    .insertInto('reply_comment')
    .values(rows.map((row) => ({ ...row, ...unknown })))
    .onConflict((conflict) =>
      conflict.columns(['reply_id', 'part']).doUpdateSet(unknown).where('reply_comment.state', '<>', 'done'),
    )
    .execute()
}

/**
 * Stores that a reply was sent, with its comments, because the database may have lost that. Returns the row from before,
 * or undefined if the database knows how the reply ended. `late`: what its author did in Slack after the loss.
 */
export const keepSent = async (
  tx: Tx,
  sent: ReplyRow,
  parts: readonly ReplyPart[],
  now: number,
): Promise<{ reply: ReplyRow; late: 'edit' | 'delete' | undefined } | undefined> => {
  const { source, channel, ts, thread_ts, user_id, task_uuid, text, files, created_at } = sent
  const row = { source, channel, ts, thread_ts, user_id, task_uuid, text, files, created_at }
  const late = await replaceAhead(tx, row)
  await tx.sql
    .insertInto('reply')
    .values({ ...row, state: 'unknown' })
    .onConflict((conflict) => conflict.column('source').doNothing())
    .execute()
  const before = await replyBySource(tx.sql, source)
  if (!before) return undefined
  const { id } = before
  const known = await partsOf(tx.sql, id)
  // It may have been sent across the failover: then the database knows of some comments only.
  const isPartKnown = known.length < parts.length || known.some(isUnsent)
  const isLost = before.state === 'done' ? isPartKnown : isOpen(before) || before.state === 'unconfirmed'
  if (!isLost) return undefined
  await dropParts(tx, id)
  await tx.sql
    .insertInto('reply_comment')
    .values(parts.map((part) => ({ ...part, reply_id: id, state: 'done' as const })))
    .execute()
  await endDoubt(tx.sql, id, { state: 'done', settled_at: now })
  await setReply(tx.sql, id, { error: null, request_id: null })
  return { reply: before, late }
}
