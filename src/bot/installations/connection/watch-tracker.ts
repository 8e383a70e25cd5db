import { apiBy, callOf, type EndpointName, type OnboardingApi } from '../../../contract/api.ts'
import { ApiProblem } from '../../../contract/problem.ts'

/** `startedAt` is on a monotonic clock. `error` is undefined if the call was answered. */
export type OnTrackerCall = (startedAt: number, error: unknown) => void

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
