import type { EndpointName, OnboardingApi } from '../../contract/api.ts'
import { defaultInstallation } from '../store/database.ts'
import { hookLane, type Hooks } from '../installations/hooks.ts'
import type { QuotaStop, TrackerAccount } from '../installations/installation.ts'
import { ApiProblem, type ProblemKind } from '../../contract/problem.ts'

interface SetWith {
  readonly address: string
  readonly key: string
}
const environment: SetWith = { address: 'ONBOARDING_BASE_URL', key: 'ONBOARDING_API_KEY' }
export const homeTab: SetWith = { address: 'the address', key: 'the API key' }

/** A tracker without `/v1/usage` counts as answering. */
const reasons = ({ address, key }: SetWith): Partial<Record<ProblemKind, string>> => ({
  unreachable: 'the tracker can’t be reached',
  unknown: 'the tracker isn’t responding',
  'not-tracker': `something other than the tracker answers at ${address}`,
  unexpected: `${address} isn’t the tracker’s address`,
  unauthorized: `the tracker rejected ${key}: it is unknown or deactivated; create a new one in the tracker’s settings`,
  forbidden: 'the tracker rejected the app’s authorization',
  quota: 'the tracker’s monthly quota is used up, so writes wait',
})

/** Only a call with our key can clear these. */
const ofTheKey: ReadonlySet<ProblemKind> = new Set(['unauthorized', 'forbidden', 'quota'])

/** Undefined if the tracker answered, even with a refusal. */
export const trackerReason = (error: unknown, setWith = environment): string | undefined =>
  error instanceof ApiProblem ? reasons(setWith)[error.kind] : 'the tracker isn’t responding'

interface Probes {
  /** A call with our key, which counts against the quota. */
  readonly ask: () => Promise<unknown>
  /** A call without the key, which costs no quota. Undefined if there is none. */
  readonly reach: (() => Promise<unknown>) | undefined
  readonly freshMs: number
  readonly setWith?: SetWith
}

/** Regular calls show whether the key works. Without them, it is checked only this often. */
const keyMs = 10 * 60_000

/** If the last call is a few seconds old, the tracker is asked, usually without the key. */
export const trackerHealth = ({ ask, reach, freshMs, setWith }: Probes, ticks: () => number) => {
  let seenAt = -Infinity
  let answeredAt = -Infinity
  let refusedAt = -Infinity
  let keyedAt = -Infinity
  let trouble: unknown
  const isOfKey = () => trouble instanceof ApiProblem && ofTheKey.has(trouble.kind)

  const note = (startedAt: number, error: unknown, withKey = true) => {
    if (withKey) keyedAt = ticks()
    const isAnswered = error === undefined || trackerReason(error) === undefined
    // A call that hung in an outage says nothing about the time after it. Nor does one from before the key was refused.
    if (startedAt < (isAnswered ? refusedAt : answeredAt)) return
    seenAt = ticks()
    trouble = error
    if (isAnswered) answeredAt = seenAt
    else if (isOfKey()) refusedAt = seenAt
  }
  const look = async (probe: () => Promise<unknown>, withKey: boolean) => {
    const startedAt = ticks()
    await probe().then(
      () => note(startedAt, undefined, withKey),
      (error: unknown) => note(startedAt, error ?? new Error('no answer'), withKey),
    )
  }
  return {
    note,
    /** Undefined if the tracker is usable. */
    reason: async (): Promise<string | undefined> => {
      if (ticks() - seenAt >= freshMs) {
        const withKey = !reach || isOfKey() || ticks() - keyedAt > keyMs
        await look(withKey ? ask : reach, withKey)
      }
      return trouble === undefined ? undefined : trackerReason(trouble, setWith)
    },
  }
}

/** A tracker account at work. All of its installations share it. */
export interface TrackerConnection extends Hooks {
  readonly api: OnboardingApi
  readonly health: ReturnType<typeof trackerHealth>
  readonly quota: QuotaStop | undefined
  /** The ms until work that can wait may write, by the work's key. 0: now, as without it. */
  readonly place: ((key: string) => number) | undefined
  readonly hookUrl: () => string
  /** Whether the tracker lists tasks and comments, as our service does. `askedAt`: in ms; undefined before it was asked. */
  readonly lists: { has: boolean; askedAt: number | undefined }
}

export interface ConnectOptions extends Pick<Hooks, 'database' | 'lanes' | 'subscribe'> {
  readonly publicUrl: () => string
  /** How long a readiness result is used, in ms. */
  readonly freshMs: number
  readonly ticks: () => number
  /** Hears how each call ended, whether it was sent or not. */
  readonly onCall: (endpoint: EndpointName, ms: number, error: unknown) => void
  /** A call found the monthly quota used up: once for each refusal by the tracker. */
  readonly onQuota: () => void
}

/** Its `database` and `lanes` are the whole bot's. */
export const connectTracker = (
  { id, url, api, watch, reach, quota, place, cached = (same) => same, hookSecret }: TrackerAccount,
  { publicUrl, freshMs, ticks, onCall, onQuota, ...same }: ConnectOptions,
): TrackerConnection => {
  const probes = {
    ask: () => api.getUsage({}),
    reach,
    freshMs,
    ...(id !== defaultInstallation && { setWith: homeTab }),
  }
  const health = trackerHealth(probes, ticks)
  let announcedStop: number | undefined
  const ended = (startedAt: number, error: unknown) => {
    if (error === undefined) return health.note(startedAt, undefined)
    // Any other error is the caller's, such as one of `beforeSend`.
    if (!(error instanceof ApiProblem) || error.isHeldBack) return
    health.note(startedAt, error)
    if (error.kind !== 'quota') return
    // While writes wait, each is refused here. The time changes with each refusal by the tracker.
    const reachedAt = quota?.reachedAt()
    if (reachedAt !== undefined && reachedAt === announcedStop) return
    announcedStop = reachedAt
    onQuota()
  }
  watch((endpoint) => {
    const startedAt = ticks()
    return (error) => {
      onCall(endpoint, ticks() - startedAt, error)
      ended(startedAt, error)
    }
  })
  const hookUrl = () => `${publicUrl()}/webhooks/onboarding/${hookSecret}`
  return {
    ...same,
    id,
    api: cached(api),
    health,
    quota,
    place,
    hookUrl,
    lists: { has: false, askedAt: undefined },
    hookLane: () => hookLane(url, hookUrl()),
  }
}
