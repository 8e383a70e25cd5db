import { RetryLater } from '../../lanes/lanes.ts'
import type { BotDeps } from '../deps/deps.ts'
import { SlackProblem, waitFor } from '../slack/problem.ts'

/**
 * For what nobody misses for good: a reaction, words for one person. Waits if Slack says so, and goes on without it if
 * Slack refuses it, as for a missing scope or a deleted message.
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
