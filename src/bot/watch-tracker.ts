import { type EndpointName, endpoints, type OnboardingApi } from '../contract/api.ts'
import type { Sending } from '../contract/endpoint.ts'

type Call = (input: Record<string, unknown>, sending?: Sending) => Promise<unknown>

/** `startedAt` is on a monotonic clock. `error` is undefined if the call was answered. */
export type OnTrackerCall = (startedAt: number, error: unknown) => void

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
