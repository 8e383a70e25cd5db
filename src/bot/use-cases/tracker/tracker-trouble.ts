import { ApiProblem, isRefusal, type ProblemKind } from '../../../contract/problem.ts'
import { GiveUp, RetryLater } from '../../../lanes/lanes.ts'

/** How long work waits that the tracker refuses for now; none of these counts as a failed attempt. */
const waits: Partial<Record<ProblemKind, number>> = {
  'rate-limited': 60_000,
  quota: 600_000,
  unauthorized: 60_000,
  forbidden: 60_000,
}

/**
 * What a lane is to do about an error of the tracker: wait, set the job aside, or (anything else, an outage
 * among them) try again with its backoff.
 */
export const laneError = (error: unknown): unknown => {
  if (!(error instanceof ApiProblem)) return error
  const wait = waits[error.kind]
  if (wait !== undefined) return new RetryLater(error.retryAfterMs ?? wait, error.message)
  if (isRefusal(error)) return new GiveUp(error.message)
  return error
}

/** Whether a write may have been made: false only when it was certainly not sent, or refused. */
export const mayExist = (error: unknown): boolean =>
  !(error instanceof ApiProblem) || error.kind === 'unknown' || error.kind === 'unexpected'

/** The object, or undefined when the tracker says that there is none. */
export const unlessMissing = async <T>(look: Promise<T>): Promise<T | undefined> => {
  try {
    return await look
  } catch (error) {
    if (error instanceof ApiProblem && error.kind === 'not-found') return undefined
    throw error
  }
}
