import { LRUCache } from 'lru-cache'
import { type AnyCall, apiBy, callOf, type EndpointName, type OnboardingApi } from '../contract/api.ts'

/** Dialogs repeat these at every key press, and they change rarely. */
const kept: readonly EndpointName[] = ['listUsers', 'listPlaybooks', 'listDataFields']
const ttlMs = 60_000
const most = 500

const keyOf = (name: string, input: Record<string, unknown>) =>
  JSON.stringify([name, ...Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1))])

/**
 * Caches users, playbooks and data fields for a minute, and joins equal reads of them. Posts depend on the rest: an
 * answer to a read that began before an event may be older than the event.
 */
export const cachedApi = (api: OnboardingApi, now: () => number = () => performance.now()): OnboardingApi => {
  const remembered = new LRUCache<string, { value: unknown }>({
    // With `max`, each client would take the memory for all of them at once.
    maxSize: most,
    sizeCalculation: () => 1,
    ttl: ttlMs,
    ttlResolution: 0,
    perf: { now },
  })
  const underWay = new Map<string, Promise<unknown>>()

  const shared: AnyCall = async (name, input) => {
    const key = keyOf(name, input)
    const known = remembered.get(key)
    if (known) return known.value
    const joined = underWay.get(key)
    if (joined) return joined
    const started = callOf(api, name, input).finally(() => underWay.delete(key))
    underWay.set(key, started)
    const value = await started
    remembered.set(key, { value })
    return value
  }

  return apiBy((name, ...asked) =>
    kept.includes(name) ? shared(name, ...asked) : callOf(api, name, ...asked),
  )
}
