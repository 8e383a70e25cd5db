import type { Queries, Tx } from '../database.ts'
import { happened } from '../../../database/happened.ts'

/** Until when a channel's digests have told, in ms; undefined before the first and before one was asked for. */
export const digestedUntil = async (sql: Queries, channel: string): Promise<number | undefined> => {
  const row = await sql
    .selectFrom('channel_digest')
    .select('since')
    .where('channel', '=', channel)
    .executeTakeFirst()
  return row?.since
}

/**
 * A digest that was made of what happened after `before` tells until `since`. False when another one was told
 * meanwhile: this one would say the same again.
 */
export const setDigested = async (
  tx: Tx,
  channel: string,
  before: number | undefined,
  since: number,
): Promise<boolean> => {
  if (before === undefined) await beginDigests(tx, channel, since)
  return happened(
    tx.sql
      .updateTable('channel_digest')
      .set({ since })
      .where('channel', '=', channel)
      .where('since', '=', before ?? since),
  )
}

/** The first digest tells what happened since somebody asked for one. */
export const beginDigests = async (tx: Tx, channel: string, since: number): Promise<void> => {
  await tx.sql
    .insertInto('channel_digest')
    .values({ channel, since })
    .onConflict((conflict) => conflict.column('channel').doNothing())
    .execute()
}
