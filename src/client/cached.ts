import { LRUCache } from 'lru-cache'
import { type EndpointName, endpoints, type OnboardingApi } from '../contract/api.ts'
import type { Sending } from '../contract/endpoint.ts'

/** Dialogs repeat these at every key press, and they change rarely. */
const kept = ['listUsers', 'listPlaybooks', 'listDataFields'] as const satisfies readonly EndpointName[]
const ttlMs = 60_000
const most = 500

type Call = (input: Record<string, unknown>, sending?: Sending) => Promise<unknown>

const keyOf = (name: string, input: Record<string, unknown>) =>
  JSON.stringify([name, ...Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1))])

/** Caches users, playbooks and data fields for a minute; posts depend on the rest. Joins equal reads. */
export const cachedApi = (api: OnboardingApi, now: () => number = () => performance.now()): OnboardingApi => {
  const remembered = new LRUCache<string, { value: unknown }>({
    max: most,
    ttl: ttlMs,
    ttlResolution: 0,
    perf: { now },
  })
  const underWay = new Map<string, Promise<unknown>>()

  const shared = (name: EndpointName, call: Call): Call => {
    const keep = (kept as readonly string[]).includes(name)
    return async (input) => {
      const key = keyOf(name, input)
      const known = keep ? remembered.get(key) : undefined
      if (known) return known.value
      const joined = underWay.get(key)
      if (joined) return joined
      const started = call(input).finally(() => underWay.delete(key))
      underWay.set(key, started)
      const value = await started
      if (keep) remembered.set(key, { value })
      return value
    }
  }

  const rows = (Object.keys(endpoints) as EndpointName[]).map((name) => {
    const call: Call = (input, sending) => (api[name] as Call)(input, sending)
    return [name, endpoints[name].method === 'GET' ? shared(name, call) : call]
  })
  return Object.fromEntries(rows) as OnboardingApi
}
