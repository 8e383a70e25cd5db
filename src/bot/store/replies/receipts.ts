import type { Queries } from '../database.ts'
import type { BotTables } from '../tables.ts'

export type ReceiptRow = BotTables['receipt']
type Key = Pick<ReceiptRow, 'channel' | 'thread_ts' | 'user_id'>

/** What the author of replies in a thread was last told of who reads them. */
export const receiptOf = (sql: Queries, key: Key): Promise<ReceiptRow | undefined> =>
  sql
    .selectFrom('receipt')
    .selectAll()
    .where('channel', '=', key.channel)
    .where('thread_ts', '=', key.thread_ts)
    .where('user_id', '=', key.user_id)
    .executeTakeFirst()

export const keepReceipt = async (sql: Queries, row: ReceiptRow): Promise<void> => {
  await sql
    .insertInto('receipt')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['channel', 'thread_ts', 'user_id'])
        .doUpdateSet({ readers: row.readers, told_at: row.told_at }),
    )
    .execute()
}
