import { deliveryAt, type DeliveryRow } from './store/deliveries.ts'
import { leaveCard } from './store/task-threads.ts'
import { isCard } from './kinds.ts'
import type { BotDeps } from '../../deps/deps.ts'

export const isPostedCard = (row: DeliveryRow | undefined): row is DeliveryRow =>
  row?.state === 'posted' && isCard(row.kind)

/** A card was deleted in Slack. The next message posts a new card and starts a new thread. */
export const cardDeleted = async (deps: BotDeps, channel: string, ts: string): Promise<void> => {
  const row = await deliveryAt(deps.database.sql, channel, ts)
  if (isPostedCard(row)) await deps.database.transaction((tx) => leaveCard(tx, row, deps.now()))
}
