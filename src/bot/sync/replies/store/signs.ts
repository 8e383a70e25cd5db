import { sql as raw } from 'kysely'
import type { Given } from '../../../../database/statement.ts'
import { statement, type Queries, type Tx } from '../../../store/database.ts'
import { changedAny } from '../../../../database/changed-any.ts'
import { openStates, type ReplyRow } from './replies.ts'

const unsigned = statement((db, { taskUuid, upTo }: Given<{ taskUuid: string; upTo: number }>) =>
  db
    .selectFrom('reply')
    .select(['id', 'channel', 'ts'])
    .where('task_uuid', '=', taskUuid)
    .where('created_at', '<=', upTo)
    .where('state', 'in', openStates)
    .where('sign', 'is', null)
    .where('ts', 'is not', null)
    .orderBy('id'),
)

/** A task's open replies without a sign, created up to `upTo`. */
export const unsignedReplies = (sql: Queries, taskUuid: string, upTo: number) =>
  unsigned.all(sql, { taskUuid, upTo })

/** Notes ⏳. False if the comment exists already or another node noted it. */
export const signReply = (tx: Tx, id: number): Promise<boolean> => {
  const sign = tx.sql.updateTable('reply').where('id', '=', id).set({ sign: 'hourglass_flowing_sand' })
  return changedAny(sign.where('state', 'in', openStates).where('sign', 'is', null))
}

const done = (sql: Queries, source: string, sign: 'owed' | 'white_check_mark') =>
  sql.updateTable('reply').set({ sign }).where('source', '=', source).where('state', '=', 'done')

/** Slack accepts no more signs for now. The next free turn goes to the most urgent one (`nextOwed`). */
export const oweDone = async (sql: Queries, source: string): Promise<void> => {
  await done(sql, source, 'owed').execute()
}

export const notePut = async (sql: Queries, source: string): Promise<void> => {
  await done(sql, source, 'white_check_mark').execute()
}

/** False if another job added it. */
export const payDone = (sql: Queries, source: string): Promise<boolean> =>
  changedAny(done(sql, source, 'white_check_mark').where('sign', '=', 'owed'))

/**
 * The next reply to get its ✅: first those that are the last comment of their thread, oldest first, and then the
 * others.
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
