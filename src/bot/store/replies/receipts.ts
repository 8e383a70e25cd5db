import type { Queries } from '../database.ts'
import type { BotTables } from '../tables.ts'

/** The name of a person's setting begins so; a reply is read together with its author's. */
export const receiptsKey = 'receipts:'

/** What the author of replies in a thread was last told of who reads them. */
export const keepReceipt = async (sql: Queries, row: BotTables['receipt']): Promise<void> => {
  const { readers, told_at } = row
  await sql
    .insertInto('receipt')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['channel', 'thread_ts', 'user_id']).doUpdateSet({ readers, told_at }),
    )
    .execute()
}
