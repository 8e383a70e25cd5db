import { type EndpointName, endpoints, type OnboardingApi } from '../contract/api.ts'
import type { Sending } from '../contract/endpoint.ts'

type Call = (input: Record<string, unknown>, sending?: Sending) => Promise<unknown>

/** `startedAt` is on a monotonic clock. `error` is undefined if the call was answered. */
export type OnTrackerCall = (startedAt: number, error: unknown) => void

export type AroundTracker = <R>(endpoint: EndpointName, call: () => Promise<R>) => Promise<R>

/** The same API, with each call made by `around`. */
export const aroundTracker = (api: OnboardingApi, around: AroundTracker): OnboardingApi => {
  const made =
    (name: EndpointName): Call =>
    (input, sending) =>
      around(name, () => (api[name] as Call)(input, sending))
  const names = Object.keys(endpoints) as EndpointName[]
  const rows = names.map((name) => [name, made(name)])
  return Object.fromEntries(rows) as OnboardingApi
}

/** The same API. Reports how each call ended. */
export const watchTracker = (api: OnboardingApi, onCall: OnTrackerCall): OnboardingApi => {
  const watched = (name: EndpointName): Call => {
    return async (input, sending) => {
      const startedAt = performance.now()
      try {
        const answer = await (api[name] as Call)(input, sending)
        onCall(startedAt, undefined)
        return answer
      } catch (error) {
        onCall(startedAt, error)
        throw error
      }
    }
  }
  const names = Object.keys(endpoints) as EndpointName[]
  const rows = names.map((name) => [name, watched(name)])
  return Object.fromEntries(rows) as OnboardingApi
}
