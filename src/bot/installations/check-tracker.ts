import type { OnboardingApi } from '../../contract/api.ts'
import { NotPublic } from '../../contract/address/public-lookup.ts'
import {
  isOneWord,
  trackerAddressProblem,
  type TrackerPlaces,
} from '../../contract/address/tracker-address.ts'
import { ApiProblem, type ProblemKind } from '../../contract/problem.ts'
import type { ConnectProblem } from '../messages/installations/connect-problem.ts'
import type { TrackerToTry, Tried } from './connecting.ts'

/** What is asked of a tracker before it is stored. */
export type TriedTracker = Pick<OnboardingApi, 'listProjects'> & AsyncDisposable

export interface Checks extends TrackerPlaces {
  /** A short-lived client. In production, it must refuse host names that resolve to a private address. */
  readonly openTracker: (tracker: TrackerToTry) => TriedTracker
}

/** A list of projects is never missing, so every other answer comes from something else. */
const problems: Readonly<Record<ProblemKind, ConnectProblem>> = {
  unauthorized: 'key-refused',
  forbidden: 'key-refused',
  'rate-limited': 'busy',
  quota: 'quota',
  unreachable: 'unreachable',
  unknown: 'no-answer',
  'not-found': 'no-tracker',
  invalid: 'no-tracker',
  unresolved: 'no-tracker',
  'not-tracker': 'no-tracker',
  'too-large': 'no-tracker',
  unexpected: 'no-tracker',
}

const problemIn = (error: ApiProblem): ConnectProblem =>
  error.cause instanceof NotPublic ? 'private' : problems[error.kind]

/** Throws only what the client doesn't: its errors become problems. */
export const checkTracker = async (checks: Checks, tracker: TrackerToTry): Promise<Tried> => {
  const wrong = trackerAddressProblem(tracker.baseUrl, checks)
  if (wrong) return { problem: wrong }
  if (!isOneWord(tracker.apiKey)) return { problem: 'key-form' }
  await using client = checks.openTracker(tracker)
  try {
    const { pagination } = await client.listProjects({ limit: 1 })
    return { projects: pagination.total }
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    return { problem: problemIn(error) }
  }
}
