import { ApiProblem, type ProblemKind } from '../contract/problem.ts'

/** What makes the tracker unusable. A tracker that knows no `/v1/usage` still answered. */
const reasons: Partial<Record<ProblemKind, string>> = {
  unreachable: 'the tracker can’t be reached',
  unknown: 'the tracker isn’t responding',
  unexpected: 'ONBOARDING_BASE_URL isn’t the tracker’s address',
  unauthorized: 'the tracker rejected ONBOARDING_API_KEY: it is unknown or deactivated',
  forbidden: 'the tracker rejected the app’s authorization',
  quota: 'the tracker’s monthly quota is used up: writing waits',
}

/** These no call without our key can end. */
const ofTheKey: ReadonlySet<ProblemKind> = new Set(['unauthorized', 'forbidden', 'quota'])

/** Why a call says that the tracker is unusable; undefined where it was answered, if only by a refusal. */
export const trackerReason = (error: unknown): string | undefined =>
  error instanceof ApiProblem ? reasons[error.kind] : 'the tracker isn’t responding'

export interface TrackerStanding {
  /** How a call with our key ended. */
  readonly note: (startedAt: number, error: unknown) => void
  /** Why the tracker is unusable, as of now; undefined when it is usable. */
  readonly reason: () => Promise<string | undefined>
}

interface Probes {
  /** With our key, which the tracker counts. */
  readonly ask: () => Promise<unknown>
  /** Without it, so that the monthly quota does not pay for it; undefined where there is no such way. */
  readonly reach: (() => Promise<unknown>) | undefined
  /** A look stands for so long. */
  readonly freshMs: number
}

/** Calls that happen anyway tell of the key; where there are none it is looked at so rarely. */
const keyMs = 10 * 60_000

/**
 * The calls that are made anyway tell how the tracker is. Only where the last is a few seconds old is it asked, and
 * as a rule without the key. By a clock that cannot be put back.
 */
export const trackerStanding = (
  { ask, reach, freshMs }: Probes,
  now: () => number = () => performance.now(),
): TrackerStanding => {
  let seenAt = -Infinity
  let answeredAt = -Infinity
  let keyedAt = -Infinity
  let trouble: unknown
  const isOfKey = () => trouble instanceof ApiProblem && ofTheKey.has(trouble.kind)

  const see = (startedAt: number, error: unknown) => {
    // A call that hung in an outage says nothing of the time after it.
    if (error !== undefined && startedAt < answeredAt) return
    seenAt = now()
    if (error === undefined || trackerReason(error) === undefined) answeredAt = seenAt
    trouble = error
  }
  const note = (startedAt: number, error: unknown) => {
    see(startedAt, error)
    keyedAt = now()
  }
  const look = async (probe: () => Promise<unknown>, told: typeof note) => {
    const startedAt = now()
    await probe().then(
      () => told(startedAt, undefined),
      (error: unknown) => told(startedAt, error ?? new Error('no answer')),
    )
  }
  return {
    note,
    reason: async () => {
      if (now() - seenAt >= freshMs) {
        const withKey = !reach || isOfKey() || now() - keyedAt > keyMs
        await (withKey ? look(ask, note) : look(reach, see))
      }
      return trouble === undefined ? undefined : trackerReason(trouble)
    },
  }
}
