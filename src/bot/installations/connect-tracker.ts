import { defaultId } from '../store/installations/tables.ts'
import { homeTab, trackerStanding } from '../tracker-standing.ts'
import { hookLane } from '../use-cases/upkeep/subscribe-hooks.ts'
import { type AroundTracker, aroundTracker, watchTracker } from '../watch-tracker.ts'
import type { TrackerAccount } from './installation.ts'
import type { TrackerConnection } from './tracker-connection.ts'

export interface TrackerSurroundings extends Pick<
  TrackerConnection,
  'database' | 'lanes' | 'subscribe' | 'log' | 'now'
> {
  readonly publicUrl: () => string
  /** Around each call of a tracker, for metrics and traces. */
  readonly around: AroundTracker
  /** How long a readiness result is used, in ms. */
  readonly freshMs: number
}

export const connectTracker = (
  { id, url, api, reach, cached = (same) => same, hookSecret }: TrackerAccount,
  { publicUrl, freshMs, around, ...surroundings }: TrackerSurroundings,
): TrackerConnection => {
  const standing = trackerStanding({
    ask: () => api.getUsage({}),
    reach,
    freshMs,
    ...(id !== defaultId && { setWith: homeTab }),
  })
  const hookUrl = () => `${publicUrl()}/webhooks/onboarding/${hookSecret}`
  return {
    ...surroundings,
    id,
    api: cached(watchTracker(aroundTracker(api, around), standing.note)),
    standing,
    hookUrl,
    hookLane: () => hookLane(url, hookUrl()),
  }
}
