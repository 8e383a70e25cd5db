import { report, type ReportFacts } from '../../messages/digests/report.ts'
import { withShare } from '../../messages/answers/share.ts'
import type { Message } from '../../messages/kit/message.ts'
import type { Here } from '../../access/actor.ts'
import type { Route } from '../../access/audience.ts'
import { may } from '../../access/may.ts'
import type { BotDeps } from '../../deps.ts'
import type { Answer } from '../answers/answer.ts'
import { plainIfRefused } from '../answers/in-form.ts'
import { reportFacts } from './report-facts.ts'

export const reportMessage = async (
  deps: BotDeps,
  route: Route,
  more: Pick<ReportFacts, 'every'> = {},
): Promise<Message> => report({ ...(await reportFacts(deps, route)), ...more })

/** `/onboard report`. Counts for the channel's readers, whoever asks, so that the answer may be shared there. */
export const showReport = async (deps: BotDeps, actor: Here): Promise<Answer> => {
  const message = await plainIfRefused(deps, await reportMessage(deps, actor.place))
  return { message: may(actor, 'work') ? withShare(message, 'report') : message }
}
