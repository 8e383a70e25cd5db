import { LRUCache } from 'lru-cache'
import { type AnyCall, apiBy, callOf, type EndpointName, type OnboardingApi } from '../contract/api.ts'
import { ApiProblem } from '../contract/problem.ts'

/** Dialogs repeat these reads at every key press, and their answers change rarely. */
const cachedNames: readonly EndpointName[] = ['listUsers', 'listPlaybooks', 'listDataFields']
const ttlMs = 60_000
const mostEntries = 500

const keyOf = (name: string, input: Record<string, unknown>) =>
  JSON.stringify([name, ...Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1))])

/** An answer that is too large stays too large, so this refusal is cached. Other problems may pass at any time. */
const refusedForSize = (problem: unknown): { problem: ApiProblem } => {
  if (problem instanceof ApiProblem && problem.kind === 'too-large') return { problem }
  throw problem
}

/**
 * Caches these reads for a minute, and joins equal ones. Posts depend on the other reads, which are not cached: an
 * answer to a read that began before an event may be older than the event.
 */
export const cachedApi = (api: OnboardingApi, now: () => number = () => performance.now()): OnboardingApi => {
  const cache = new LRUCache<string, { value: unknown } | { problem: ApiProblem }, () => Promise<unknown>>({
    // With `max`, each client would take the memory for all entries at once.
    maxSize: mostEntries,
    sizeCalculation: () => 1,
    ttl: ttlMs,
    ttlResolution: 0,
    ignoreFetchAbort: true,
    perf: { now },
    fetchMethod: (_key, _stale, { context: read }) => read().then((value) => ({ value }), refusedForSize),
  })

  const cachedCall: AnyCall = async (name, input) => {
    const entry = await cache.fetch(keyOf(name, input), { context: () => callOf(api, name, input) })
    if (entry && 'problem' in entry) throw entry.problem
    return entry?.value
  }

  return apiBy((name, ...args) =>
    cachedNames.includes(name) ? cachedCall(name, ...args) : callOf(api, name, ...args),
  )
}
