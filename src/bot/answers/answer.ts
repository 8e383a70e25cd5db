import type { Actor, Acting } from '../audience/actor.ts'
import { type BotDeps, NotConnected } from '../deps/deps.ts'
import type { Message } from '../kit/message.ts'
import { ApiProblem } from '../../contract/problem.ts'
import { may } from '../audience/may.ts'
import { noTrackerYet } from './messages/not-connected.ts'
import { dialogLate, staleButton } from './messages/press-again.ts'
import { quotaReached } from './messages/quota.ts'
import {
  rateLimited,
  trackerUnauthorized,
  trackerUnreachable,
  unexpected,
} from './messages/tracker-troubles.ts'
import { isLate } from '../slack/problem.ts'
import { StaleValue } from '../kit/stale-value.ts'

/** A press of a button, or a choice in a menu. */
export interface Press {
  value: string
  threadTs: string | undefined
  /** Slack's id of this press. Identifies repeats, and opens dialogs. */
  triggerId: string
  /** True if pressed in a dialog: a new view opens on top. */
  onTop?: boolean
}

/** Slack repeats a dialog's submission with the same id. */
export type Submission = { viewId: string }

/** `replace`: the answer replaces the pressed message. */
export interface Said {
  message: Message
  inChannel?: boolean
  replace?: boolean
  /** Makes the answer that replaces `message`. */
  later?: () => Promise<Answer>
}
export type Answer = Said | { remove: true }

/** What a button or menu does. */
export type OnPress<A extends Actor = Actor, P extends Press = Press> = (
  deps: BotDeps,
  actor: A,
  press: P,
) => Promise<Answer | undefined>

type Deps = Pick<BotDeps, 'log' | 'newUuid' | 'connecting'>

/** About the request that failed. */
interface Asked {
  /** The command for *Try again*. */
  readonly run?: string | undefined
  readonly by?: Pick<Actor, 'role'> | undefined
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
