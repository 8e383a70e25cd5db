import type { Queries, Tx } from '../database.ts'
import type { DeliveryRow } from '../ledger/deliveries.ts'

interface HeldPost {
  row: DeliveryRow
  /** It is queued in the channel's lane. */
  released: boolean
}

/** A post that is held again keeps its place. */
export const holdPost = async (tx: Tx, row: DeliveryRow, now: number): Promise<void> => {
  await tx.sql
    .insertInto('held_post')
    .values({ delivery_id: row.id, channel: row.channel, released: 0, held_at: now })
    .onConflict((conflict) => conflict.column('delivery_id').doUpdateSet({ released: 0 }))
    .execute()
}

const heldIn = (sql: Queries, channel: string) =>
  sql
    .selectFrom('held_post')
    .innerJoin('delivery', 'delivery.id', 'held_post.delivery_id')
    .select('held_post.released')
    .where('held_post.channel', '=', channel)
    .where('delivery.state', 'in', ['waiting', 'sending'])

/** A channel's held posts that are not posted yet, in order of arrival. */
export const heldPosts = async (sql: Queries, channel: string): Promise<HeldPost[]> => {
  const rows = await heldIn(sql, channel).selectAll('delivery').orderBy('held_post.id').execute()
  return rows.map(({ released, ...row }) => ({ row, released: released === 1 }))
}

/** The same without the rows' content, because every post checks this while something is held. */
export const heldPlaces = async (
  sql: Queries,
  channel: string,
): Promise<{ id: number; thread: string | null; released: boolean }[]> => {
  const rows = await heldIn(sql, channel).select(['delivery.id', 'delivery.on_uuid as thread']).execute()
  return rows.map(({ released, ...place }) => ({ ...place, released: released === 1 }))
}

export const markReleased = async (tx: Tx, deliveryIds: readonly number[]): Promise<void> => {
  if (deliveryIds.length === 0) return
  await tx.sql.updateTable('held_post').set({ released: 1 }).where('delivery_id', 'in', deliveryIds).execute()
}

/** Call when every held post is settled. */
export const forgetHeld = async (tx: Tx, channel: string): Promise<void> => {
  await tx.sql.deleteFrom('held_post').where('channel', '=', channel).execute()
}
