import { ApiProblem, type ProblemKind } from '../../../contract/problem.ts'
import { GiveUp, type Job, RetryLater } from '../../../lanes/lanes.ts'
import type { BotDeps } from '../../deps.ts'
import { SlackProblem, waitFor } from '../../slack/problem.ts'
import { laneError } from './tracker-trouble.ts'

/** So many tries are an outage's worth of minutes; then one job alone that fails holds its lane up for nothing. */
const suspicious = 20
/** A fault of ours is no outage; but it may come from an answer that the next look does not give. */
const faultTries = 3

/** Answers that say nothing about this one request: a proxy's maintenance page is one of them. */
const outages: ReadonlySet<ProblemKind> = new Set(['unreachable', 'unknown', 'unexpected'])

const faults = [TypeError, RangeError, SyntaxError, ReferenceError]

const isFault = (error: unknown): boolean =>
  faults.some((fault) => error instanceof fault) ||
  // PostgreSQL: what was to be written cannot be, today or tomorrow.
  /^2[23]\w{3}$/.test(String((error as { code?: unknown } | undefined)?.code))

const works = (look: Promise<unknown>): Promise<boolean> =>
  look.then(
    () => true,
    (error: unknown) => error instanceof ApiProblem && !outages.has(error.kind),
  )

/**
 * What a lane is to do about an error of the tracker, of Slack or of ours. An outage waits, in order, for a day.
 * What fails again and again while the other side answers everybody else is set aside, so that one poisoned
 * event, message or reply holds its lane up for minutes and not for the day.
 */
export const laneTrouble = async (
  deps: Pick<BotDeps, 'api' | 'slack'>,
  job: Pick<Job, 'attempt'>,
  error: unknown,
): Promise<unknown> => {
  if (error instanceof SlackProblem) {
    const wait = waitFor(error)
    if (wait !== undefined) return new RetryLater(wait, error.message)
    const alone = job.attempt >= suspicious && error.code !== '' && (await works(deps.slack.check()))
    return alone ? new GiveUp(error.message) : error
  }
  if (error instanceof ApiProblem && outages.has(error.kind)) {
    const alone = job.attempt >= suspicious && error.status !== undefined
    return alone && (await works(deps.api.listProjects({ limit: 1 }))) ? new GiveUp(error.message) : error
  }
  if (isFault(error) && job.attempt >= faultTries) return new GiveUp((error as Error).message)
  return laneError(error)
}
