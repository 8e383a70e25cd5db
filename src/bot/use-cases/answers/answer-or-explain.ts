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
import { isLate } from '../../slack/problem.ts'
import type { Answer } from './answer.ts'
import { StaleValue } from './stale-value.ts'

type Deps = Pick<BotDeps, 'log' | 'newUuid'>

const explain = (error: unknown, reference: string, run: string | undefined): Message => {
  if (isLate(error)) return dialogLate({ run })
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

/** Explains an error with a reference that is also in the log. `run`: the command for *Try again*. */
export const explained = (deps: Deps, error: unknown, run?: string): Message => {
  if (error instanceof StaleValue) return staleButton()
  const reference = deps.newUuid().slice(0, 8)
  deps.log.error({ err: error, reference }, 'a request could not be answered')
  return explain(error, reference, run)
}

export const answerOrExplain = async (
  deps: Deps,
  work: () => Promise<Answer | undefined>,
  run?: string,
): Promise<Answer | undefined> => {
  try {
    return await work()
  } catch (error) {
    return { message: explained(deps, error, run) }
  }
}
