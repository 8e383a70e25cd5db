import type { Queries, Tx } from '../../../store/database.ts'
import { changedAny } from '../../../../database/changed-any.ts'

/** The end of the period that digests have covered, in ms. Undefined before digests were turned on. */
export const digestedUntil = async (sql: Queries, channel: string): Promise<number | undefined> => {
  const row = await sql
    .selectFrom('channel_digest')
    .select('since')
    .where('channel', '=', channel)
    .executeTakeFirst()
  return row?.since
}

/** Records the time that a digest covers. False if another digest already covers it. */
export const setDigested = async (
  tx: Tx,
  channel: string,
  before: number | undefined,
  since: number,
): Promise<boolean> => {
  if (before === undefined) await beginDigests(tx, channel, since)
  return changedAny(
    tx.sql
      .updateTable('channel_digest')
      .set({ since })
      .where('channel', '=', channel)
      .where('since', '=', before ?? since),
  )
}

/** The first digest covers the time since it was turned on. */
export const beginDigests = async (tx: Tx, channel: string, since: number): Promise<void> => {
  await tx.sql
    .insertInto('channel_digest')
    .values({ channel, since })
    .onConflict((conflict) => conflict.column('channel').doNothing())
    .execute()
}
