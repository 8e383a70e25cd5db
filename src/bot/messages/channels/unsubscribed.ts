import { type TargetFacts, targetSpans } from './subscribed.ts'
import { line, type Message, message, name, user } from '../kit/message.ts'
import { listed } from '../kit/words.ts'

interface UnsubscribedFacts extends TargetFacts {
  by: string
  /** Another subscription that still includes it: `all projects` or the account. */
  stillBy?: TargetFacts | undefined
}

export const unsubscribed = (facts: UnsubscribedFacts): Message =>
  message(
    line(user(facts.by), ' unsubscribed this channel from ', targetSpans(facts), '.'),
    facts.stillBy &&
      line('Its updates still arrive through the subscription to ', targetSpans(facts.stillBy), '.'),
  )

/** After `/onboard unsubscribe all`. `ended`: all that the channel received. */
export const unsubscribedAll = ({ by, ended }: { by: string; ended: readonly TargetFacts[] }): Message =>
  message(
    line(user(by), ' unsubscribed this channel from all that it received.'),
    line(
      'It received ',
      name(listed(ended.slice(0, 10).map(({ scope, label }) => (scope === 'all' ? 'all projects' : label)))),
      ended.length > 10 && ` and ${ended.length - 10} more`,
      '.',
    ),
  )
