import { ApiProblem, type ProblemKind } from '../../../contract/problem.ts'
import { GiveUp, type Job, RetryLater } from '../../../lanes/lanes.ts'
import { isFault } from '../../deps/each-alone.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { SlackProblem, waitFor } from '../../slack/problem.ts'
import { laneError } from '../../tracker/tracker-trouble.ts'

/** After this many attempts, or several minutes, checks whether only this job fails. */
const suspicious = 20
/** A bug is not an outage, but it may depend on an answer that differs next time. */
const faultTries = 3

/** Errors that may have nothing to do with the request, such as a proxy's maintenance page. */
const outages: ReadonlySet<ProblemKind> = new Set(['unreachable', 'unknown', 'not-tracker', 'unexpected'])

const isOurs = (error: unknown): boolean =>
  isFault(error) ||
  // PostgreSQL cannot store this value, now or later.
  /^2[23]\w{3}$/.test(String((error as { code?: unknown } | undefined)?.code))

const works = (look: Promise<unknown>): Promise<boolean> =>
  look.then(
    () => true,
    (error: unknown) => error instanceof ApiProblem && !outages.has(error.kind),
  )

/**
 * Decides what a lane does about an error. During an outage the lane waits, in order, for up to a day. A job
 * that keeps failing while the tracker or Slack works otherwise is set aside, so that it blocks its lane only
 * for minutes.
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
  if (isOurs(error) && job.attempt >= faultTries) return new GiveUp((error as Error).message)
  return laneError(error)
}
