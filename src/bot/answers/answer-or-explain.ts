import { ApiProblem } from '../../contract/problem.ts'
import type { Acting, Actor } from '../audience/actor.ts'
import { may } from '../audience/may.ts'
import { NotConnected } from '../deps/not-connected.ts'
import { noTrackerYet } from './messages/not-connected.ts'
import type { Message } from '../kit/message.ts'
import { dialogLate, staleButton } from './messages/press-again.ts'
import { quotaReached } from './messages/quota.ts'
import {
  rateLimited,
  trackerUnauthorized,
  trackerUnreachable,
  unexpected,
} from './messages/tracker-troubles.ts'
import type { BotDeps } from '../deps/deps.ts'
import { isLate } from '../slack/problem.ts'
import type { Answer } from './answer.ts'
import { StaleValue } from '../kit/stale-value.ts'

type Deps = Pick<BotDeps, 'log' | 'newUuid' | 'connecting'>

/** About the request that failed. */
interface Asked {
  /** The command for *Try again*. */
  readonly run?: string | undefined
  readonly by?: Pick<Actor, 'standing'> | undefined
}

const explain = (deps: Deps, error: unknown, reference: string, run: string | undefined): Message => {
  if (isLate(error)) return dialogLate({ run })
  if (!(error instanceof ApiProblem)) return unexpected({ reference })
  const { kind, requestId } = error
  switch (kind) {
    case 'unreachable':
    case 'unknown':
    case 'not-tracker':
      return trackerUnreachable({ reference, requestId, run })
    case 'unauthorized':
    case 'forbidden':
      return trackerUnauthorized({ reference, onHome: deps.connecting !== undefined })
    case 'quota':
      return quotaReached({ reference })
    case 'rate-limited':
      return rateLimited({ run })
    case 'invalid':
    case 'unresolved':
    case 'not-found':
    case 'too-large':
    case 'unexpected':
      return unexpected({ reference })
  }
}

/** Explains an error with a reference that is also in the log. */
export const explained = (deps: Deps, error: unknown, { run, by }: Asked = {}): Message => {
  if (error instanceof StaleValue) return staleButton()
  if (error instanceof NotConnected)
    return noTrackerYet({ mayConnect: by !== undefined && may(by, 'administer') })
  const reference = deps.newUuid().slice(0, 8)
  deps.log.error({ err: error, reference }, 'a request could not be answered')
  return explain(deps, error, reference, run)
}

export const answerOrExplain = async (
  deps: Deps,
  work: () => Promise<Answer | undefined>,
  { run, by }: { readonly run?: string; readonly by?: Acting } = {},
): Promise<Answer | undefined> => {
  try {
    return await work()
  } catch (error) {
    return { message: explained(deps, error, { run, by: await by?.() }) }
  }
}
