import { deliveryAt, forgetMessage } from './store/deliveries.ts'
import type { BotDeps } from '../../deps/deps.ts'

const cards: ReadonlySet<string> = new Set(['task_card', 'project_card'])

/** A card was deleted in Slack. The next message posts a new card and starts a new thread. */
export const cardDeleted = async (deps: BotDeps, channel: string, ts: string): Promise<void> => {
  const row = await deliveryAt(deps.database.sql, channel, ts)
  if (row?.state === 'posted' && cards.has(row.kind)) await forgetMessage(deps.database.sql, row)
}
