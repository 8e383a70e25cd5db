import type { EventName } from '../../../contract/event.ts'
import type { Queries } from '../../store/database.ts'
import { type Subscription, subscriptionsOf } from '../../audience/store/subscriptions.ts'

interface Wish extends Pick<Subscription, 'channel' | 'scope' | 'target'> {
  ownEvents: readonly EventName[] | undefined
  /** Others are known to read the channel. */
  outside: boolean
}

/** Whether subscribing would change nothing: the channel receives this already, with the same events, for these readers. */
export const isSubscribedAlready = async (sql: Queries, wish: Wish): Promise<boolean> => {
  const { channel, scope, target, ownEvents, outside } = wish
  const now = (await subscriptionsOf(sql, channel)).find(
    (one) => one.scope === scope && one.target === target,
  )
  if (!now || now.paused || (outside && !now.sharedWhenMade)) return false
  if (ownEvents === undefined || !now.ownEvents) return ownEvents === undefined && !now.ownEvents
  return ownEvents.length === now.events.length && ownEvents.every((event) => now.events.includes(event))
}
