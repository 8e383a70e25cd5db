import { ApiProblem, isRefusal, type ProblemKind } from '../../contract/problem.ts'
import { GiveUp, RetryLater } from '../../lanes/lanes.ts'

/** How long to wait, in ms, for temporary refusals. They do not count as failed attempts. */
const waits: Partial<Record<ProblemKind, number>> = {
  'rate-limited': 60_000,
  quota: 600_000,
  unauthorized: 60_000,
  forbidden: 60_000,
}

/** Decides what a lane does about a tracker error: wait, set the job aside, or retry with its backoff. */
export const laneError = (error: unknown): unknown => {
  if (!(error instanceof ApiProblem)) return error
  const wait = waits[error.kind]
  if (wait !== undefined) return new RetryLater(error.retryAfterMs ?? wait, error.message)
  if (error.kind === 'too-large' || isRefusal(error)) return new GiveUp(error.message)
  return error
}

const unclear: ReadonlySet<ProblemKind> = new Set(['unknown', 'too-large', 'unexpected'])

/** Whether a write may have succeeded. False only if it was not sent, or refused. */
export const mayExist = (error: unknown): boolean => !(error instanceof ApiProblem) || unclear.has(error.kind)

const unlessOneOf = async <T>(kinds: readonly ProblemKind[], look: Promise<T>): Promise<T | undefined> => {
  try {
    return await look
  } catch (error) {
    if (error instanceof ApiProblem && kinds.includes(error.kind)) return undefined
    throw error
  }
}

/** Undefined if the tracker says that the object does not exist. */
export const unlessMissing = <T>(look: Promise<T>): Promise<T | undefined> => unlessOneOf(['not-found'], look)

/** Undefined if the tracker shows this key no people, or not in a form that the interface knows. */
export const unlessNoPeople = <T>(look: Promise<T>): Promise<T | undefined> =>
  unlessOneOf(['forbidden', 'not-found', 'invalid', 'unresolved', 'too-large', 'unexpected'], look)

/** Undefined if the tracker has no such page: an older one may not know `offset`. */
export const unlessNoPages = <T>(look: Promise<T>): Promise<T | undefined> =>
  unlessOneOf(['invalid', 'unresolved'], look)
