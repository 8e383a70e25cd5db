import { type EndpointName, endpoints, type OnboardingApi } from '../contract/api.ts'
import type { Sending } from '../contract/endpoint.ts'

type Call = (input: Record<string, unknown>, sending?: Sending) => Promise<unknown>

/** `startedAt` is by a clock that cannot be put back; `error` is what the call ended in, undefined: an answer. */
export type OnTrackerCall = (startedAt: number, error: unknown) => void

/** The same API; of every call it is told how it ended, whoever made it. */
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
