import { happened } from '../../../database/happened.ts'
import type { Clear } from '../clear.ts'
import type { Queries, Tx } from '../database.ts'
import type { BotTables } from '../tables.ts'

export type Offer = BotTables['offer']

/** False if it was made before: nobody is asked twice about a message. */
export const addOffer = async (
  tx: Tx,
  { channel, ts }: Pick<Offer, 'channel' | 'ts'>,
  now: number,
): Promise<boolean> => {
  const added = await tx.sql
    .insertInto('offer')
    .values({ channel, ts, state: 'open', settled_by: null, task_uuid: null, made_at: now })
    .onConflict((conflict) => conflict.columns(['channel', 'ts']).doNothing())
    .returning('ts')
    .executeTakeFirst()
  return added !== undefined
}

export const offerOf = (sql: Queries, channel: string, ts: string): Promise<Offer | undefined> =>
  sql.selectFrom('offer').selectAll().where('channel', '=', channel).where('ts', '=', ts).executeTakeFirst()

/** False for all but the first who decides. */
export const settleOffer = (
  tx: Tx,
  { channel, ts }: Pick<Offer, 'channel' | 'ts'>,
  decided: Pick<Offer, 'state' | 'settled_by' | 'task_uuid'>,
): Promise<boolean> =>
  happened(
    tx.sql
      .updateTable('offer')
      .set(decided)
      .where('channel', '=', channel)
      .where('ts', '=', ts)
      .where('state', '=', 'open'),
  )

/** Slack has repeated its events long before, and Slack's client has forgotten the buttons. */
export const clearOffers: Clear = async (sql, before) => {
  await sql.deleteFrom('offer').where('made_at', '<', before).execute()
  return 0
}
