import { sql as raw } from 'kysely'
import type { Queries, Tx } from '../database.ts'
import { happened } from '../../../database/happened.ts'
import { openStates, type ReplyRow } from './replies.ts'

/** Messages that bear no sign and wait for the comments they become, of one task up to a moment. */
export const unsignedReplies = (sql: Queries, taskUuid: string, upTo: number) =>
  sql
    .selectFrom('reply')
    .select(['id', 'channel', 'ts'])
    .where('task_uuid', '=', taskUuid)
    .where('created_at', '<=', upTo)
    .where('state', 'in', openStates)
    .where('sign', 'is', null)
    .where('doubt', 'is', null)
    .where('ts', 'is not', null)
    .orderBy('id')
    .execute()

/** ⏳ is to be put on it. False when its comment came first, or another node. */
export const signReply = (tx: Tx, id: number): Promise<boolean> => {
  const sign = tx.sql.updateTable('reply').where('id', '=', id).set({ sign: 'hourglass_flowing_sand' })
  return happened(sign.where('state', 'in', openStates).where('sign', 'is', null))
}

const done = (sql: Queries, source: string, sign: 'owed' | 'white_check_mark') =>
  sql.updateTable('reply').set({ sign }).where('source', '=', source).where('state', '=', 'done')

/** Slack takes no more signs for now: whoever has the next turn puts the one that is needed most. */
export const oweDone = async (sql: Queries, source: string): Promise<void> => {
  await done(sql, source, 'owed').execute()
}

export const notePut = async (sql: Queries, source: string): Promise<void> => {
  await done(sql, source, 'white_check_mark').execute()
}

/** False when another job put it. */
export const payDone = (sql: Queries, source: string): Promise<boolean> =>
  happened(done(sql, source, 'white_check_mark').where('sign', '=', 'owed'))

/**
 * The reply whose ✅ is needed most of those that wait for Slack: the last comment of its thread, of several the
 * one that waits longest; then the others.
 */
export const nextOwed = (sql: Queries): Promise<Pick<ReplyRow, 'source' | 'channel' | 'ts'> | undefined> =>
  sql
    .selectFrom('reply')
    .where('sign', '=', raw.lit('owed'))
    .orderBy((by) =>
      by.exists(
        by
          .selectFrom('reply as later')
          .select('later.id')
          .whereRef('later.task_uuid', '=', 'reply.task_uuid')
          .whereRef('later.channel', '=', 'reply.channel')
          .whereRef('later.thread_ts', '=', 'reply.thread_ts')
          .whereRef('later.id', '>', 'reply.id')
          .where('later.state', '=', 'done'),
      ),
    )
    .orderBy('id')
    .limit(1)
    .select(['source', 'channel', 'ts'])
    .executeTakeFirst()
