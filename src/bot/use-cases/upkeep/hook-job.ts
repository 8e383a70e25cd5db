import type { EventName } from '../../../contract/event.ts'
import type { TrackerConnection } from '../../installations/tracker-connection.ts'

/** `renewal` makes the key of a repeated subscription differ from the first. */
export const hookJob = (
  { id, hookLane }: Pick<TrackerConnection, 'id' | 'hookLane'>,
  event: EventName,
  renewal?: string,
) => ({
  kind: 'hook-subscription' as const,
  lane: hookLane(),
  uniqueKey: [hookLane(), ...(renewal === undefined ? [] : [`renewed-${renewal}`]), event].join(':'),
  payload: { event, tracker: id },
})
