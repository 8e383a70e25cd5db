import { type TargetFacts, targetSpans } from './subscribed.ts'
import { line, type Message, message, user } from '../kit/message.ts'

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
