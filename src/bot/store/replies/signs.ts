import type { ExpressionBuilder } from 'kysely'
import type { Queries, Tx } from '../database.ts'
import type { BotTables } from '../tables.ts'
import { openStates } from './replies.ts'

/** Open replies to a task up to a moment that bear no sign; those that are no message bear none. */
const unsigned = (taskUuid: string, upTo: number) => (row: ExpressionBuilder<BotTables, 'reply'>) =>
  row.and([
    row('task_uuid', '=', taskUuid),
    row('created_at', '<=', upTo),
    row('state', 'in', openStates),
    row('sign', 'is', null),
    row('ts', 'is not', null),
  ])

export const anyUnsigned = async (sql: Queries, taskUuid: string, upTo: number): Promise<boolean> => {
  const found = sql.selectFrom('reply').select('id').where(unsigned(taskUuid, upTo)).limit(1)
  return (await found.executeTakeFirst()) !== undefined
}

/** Gives them ⏳, and returns which they are. */
export const signUnsigned = (tx: Tx, taskUuid: string, upTo: number) =>
  tx.sql
    .updateTable('reply')
    .set({ sign: 'hourglass_flowing_sand' })
    .where(unsigned(taskUuid, upTo))
    .returning(['id', 'channel', 'ts'])
    .execute()
