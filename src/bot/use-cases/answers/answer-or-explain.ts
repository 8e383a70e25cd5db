import { ApiProblem } from '../../../contract/problem.ts'
import type { Message } from '../../messages/kit/message.ts'
import { dialogLate, staleButton } from '../../messages/answers/press-again.ts'
import { quotaReached } from '../../messages/upkeep/quota.ts'
import {
  rateLimited,
  trackerUnauthorized,
  trackerUnreachable,
  unexpected,
} from '../../messages/answers/tracker-troubles.ts'
import type { BotDeps } from '../../deps.ts'
import { SlackProblem } from '../../slack/problem.ts'
import type { Answer } from './answer.ts'
import { StaleValue } from './stale-value.ts'

/** Slack's words for a trigger that is over three seconds old, or used. */
const lateTriggers: readonly string[] = [
  'expired_trigger_id',
  'trigger_expired',
  'trigger_exchanged',
  'exchanged_trigger_id',
]

const explain = (error: unknown, reference: string, run: string | undefined): Message => {
  if (error instanceof SlackProblem && lateTriggers.includes(error.code)) return dialogLate({ run })
  if (!(error instanceof ApiProblem)) return unexpected({ reference })
  const { kind, requestId } = error
  switch (kind) {
    case 'unreachable':
    case 'unknown':
      return trackerUnreachable({ reference, requestId, run })
    case 'unauthorized':
    case 'forbidden':
      return trackerUnauthorized({ reference })
    case 'quota':
      return quotaReached({ reference })
    case 'rate-limited':
      return rateLimited({ run })
    case 'invalid':
    case 'unresolved':
    case 'not-found':
    case 'unexpected':
      return unexpected({ reference })
  }
}

/** The answer, or the reason in words why there is none, with a reference that the log has too. */
export const answerOrExplain = async (
  deps: Pick<BotDeps, 'log' | 'newUuid'>,
  run: string | undefined,
  work: () => Promise<Answer | undefined>,
): Promise<Answer | undefined> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StaleValue) return { message: staleButton() }
    const reference = deps.newUuid().slice(0, 8)
    deps.log.error({ err: error, reference }, 'a request could not be answered')
    return { message: explain(error, reference, run) }
  }
}
