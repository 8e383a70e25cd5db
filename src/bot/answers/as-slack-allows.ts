import { RetryLater } from '../../lanes/lanes.ts'
import type { BotDeps } from '../deps/deps.ts'
import { SlackProblem, waitFor } from '../slack/problem.ts'

/**
 * Adds a reaction, or tells one person something. Waits if Slack says so. Goes on without it if Slack refuses it, for
 * example because a scope is missing or the message was deleted.
 */
export const asSlackAllows = async (
  { log }: Pick<BotDeps, 'log'>,
  about: { op: string; channel: string; ts: string },
  call: () => Promise<void>,
): Promise<void> => {
  try {
    await call()
  } catch (error) {
    if (!(error instanceof SlackProblem) || error.kind === 'unknown') throw error
    const wait = error.kind === 'scope' ? undefined : waitFor(error)
    if (wait !== undefined) throw new RetryLater(wait, error.message)
    log.warn({ ...about, problem: error.code }, 'Slack did not take a reaction or a notice')
  }
}
