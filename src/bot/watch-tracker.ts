import { type EndpointName, endpoints, type OnboardingApi } from '../contract/api.ts'
import type { Sending } from '../contract/endpoint.ts'
import { ApiProblem } from '../contract/problem.ts'

type Call = (input: Record<string, unknown>, sending?: Sending) => Promise<unknown>

/** The same API; every call that is refused for the monthly quota is told, whoever made it. */
export const watchQuota = (api: OnboardingApi, onQuota: () => void): OnboardingApi => {
  const watched = (name: EndpointName): Call => {
    return async (input, sending) => {
      try {
        return await (api[name] as Call)(input, sending)
      } catch (error) {
        if (error instanceof ApiProblem && error.kind === 'quota') onQuota()
        throw error
      }
    }
  }
  const names = Object.keys(endpoints) as EndpointName[]
  const rows = names.map((name) => [name, watched(name)])
  return Object.fromEntries(rows) as OnboardingApi
}
