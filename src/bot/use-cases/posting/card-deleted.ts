import { deliveryAt, forgetMessage } from '../../store/ledger/deliveries.ts'
import type { BotDeps } from '../../deps.ts'

const cards: ReadonlySet<string> = new Set(['task_card', 'project_card'])

/** Somebody deleted a card of ours in Slack: what comes next posts it anew, and begins a new thread. */
export const cardDeleted = async (deps: BotDeps, channel: string, ts: string): Promise<void> => {
  const row = await deliveryAt(deps.database.sql, channel, ts)
  if (row?.state === 'posted' && cards.has(row.kind)) await forgetMessage(deps.database.sql, row.id)
}
