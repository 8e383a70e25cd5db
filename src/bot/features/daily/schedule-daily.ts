import { isoDate } from '../../../contract/dates.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { Tx } from '../../store/database.ts'
import { dayMs, hourMs } from '../../kit/time.ts'

/** Queues the next run at a full hour UTC. The day is the key, so that only one node runs it. */
export const scheduleDaily = (
  deps: Pick<BotDeps, 'lanes' | 'now'>,
  tx: Tx,
  kind: 'reconcile' | 'retention',
  hour: number,
): Promise<void> => {
  const today = Date.parse(isoDate(deps.now())) + hour * hourMs
  const runAt = today > deps.now() ? today : today + dayMs
  const day = isoDate(runAt)
  return deps.lanes.enqueue(tx, [{ kind, lane: 'daily', uniqueKey: day, payload: { day }, runAt }])
}
