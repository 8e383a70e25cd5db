import { type OnboardingApi, apiBy, callOf, type EndpointName } from '../../../contract/api.ts'
import type { Log } from '../../../log.ts'
import type { BotLanes } from '../../store/payloads.ts'
import type { Database } from '../../store/database.ts'
import type { TrackerStanding } from './tracker-standing.ts'
import type { QuotaStop } from '../installation.ts'
import { ApiProblem } from '../../../contract/problem.ts'

/** `startedAt` is on a monotonic clock. `error` is undefined if the call was answered. */
type OnTrackerCall = (startedAt: number, error: unknown) => void

export type AroundTracker = <R>(endpoint: EndpointName, call: () => Promise<R>) => Promise<R>

/** The same API, with each call made by `around`. */
export const aroundTracker = (api: OnboardingApi, around: AroundTracker): OnboardingApi =>
  apiBy((name, ...asked) => around(name, () => callOf(api, name, ...asked)))

/** The same API. Reports how each call that was sent ended. */
export const watchTracker = (api: OnboardingApi, onCall: OnTrackerCall): OnboardingApi =>
  apiBy(async (name, ...asked) => {
    const startedAt = performance.now()
    try {
      const answer = await callOf(api, name, ...asked)
      onCall(startedAt, undefined)
      return answer
    } catch (error) {
      // Any other error is the caller's, such as one of `beforeSend`.
      if (error instanceof ApiProblem && !error.isHeldBack) onCall(startedAt, error)
      throw error
    }
  })

/** A tracker account at work. All of its installations share it. */
export interface TrackerConnection {
  readonly id: number
  readonly api: OnboardingApi
  readonly standing: TrackerStanding
  readonly quota: QuotaStop | undefined
  /** The ms until work that can wait may write, by the work's key. 0: now. */
  readonly place: (key: string) => number
  /** Rows and jobs that belong to no single installation. */
  readonly database: Database
  readonly lanes: BotLanes
  readonly subscribe: 'auto' | 'off'
  /** The tracker reaches us here. */
  readonly hookUrl: () => string
  readonly hookLane: () => string
  readonly log: Log
  readonly now: () => number
}
