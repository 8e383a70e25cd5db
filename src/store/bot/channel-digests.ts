import type { Queries, Tx } from '../database.ts'

/** Until when a channel's digests have told, in ms; undefined before the first and before one was asked for. */
export const digestedUntil = async (sql: Queries, channel: string): Promise<number | undefined> => {
  const row = await sql
    .selectFrom('channel_digest')
    .select('since')
    .where('channel', '=', channel)
    .executeTakeFirst()
  return row?.since
}

export const setDigested = async (tx: Tx, channel: string, since: number): Promise<void> => {
  await tx.sql
    .insertInto('channel_digest')
    .values({ channel, since })
    .onConflict((conflict) => conflict.column('channel').doUpdateSet({ since }))
    .execute()
}

/** The first digest tells what happened since somebody asked for one. */
export const beginDigests = async (tx: Tx, channel: string, since: number): Promise<void> => {
  await tx.sql
    .insertInto('channel_digest')
    .values({ channel, since })
    .onConflict((conflict) => conflict.column('channel').doNothing())
    .execute()
}
