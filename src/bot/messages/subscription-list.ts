import type { EventName } from '../../contract/event.ts'
import { eventWords } from './event-words.ts'
import { actions, type ListPage } from './ids.ts'
import { button, buttons, line, type Message, messageOfMost, name, note, user, when } from './message.ts'
import { type TargetFacts, targetSpans } from './subscribed.ts'
import { count } from './words.ts'

export interface SubscriptionFacts extends TargetFacts {
  events: readonly EventName[]
  /** The Slack user who made it. */
  by: string
  createdAt: string
  /** Slack's error code, or words; undefined while it is not paused. */
  pausedReason?: string | undefined
}

export interface SubscriptionListFacts {
  subscriptions: readonly SubscriptionFacts[]
  total: number
  offset: number
}

export const subscriptionsShown = 15

const paused = (reason: string) =>
  line(name(`Paused: ${reason.replaceAll('_', ' ')}. Subscribe again to resume.`))

const entry = (facts: SubscriptionFacts) => [
  line('• ', ...targetSpans(facts), `: ${eventWords(facts.events)}`),
  line('   by ', user(facts.by), ', ', when(facts.createdAt)),
  facts.pausedReason !== undefined && paused(facts.pausedReason),
]

const page = (facts: SubscriptionListFacts, shown: readonly SubscriptionFacts[]) => {
  const next = facts.offset + shown.length
  const value: ListPage = { list: 'subscriptions', offset: next }
  const more = next < facts.total && shown.length > 0
  return [
    facts.total === 0
      ? line(
          'This channel is subscribed to nothing. Subscribe it with /onboard subscribe and a project’s name.',
        )
      : line(`This channel has ${count(facts.total, 'subscription')}.`),
    ...shown.flatMap(entry),
    more && note(`${next} of ${facts.total} shown.`),
    facts.total > 0 && note('End one with /onboard unsubscribe and the name.'),
    more && buttons(button({ action: actions.listMore, text: 'Show more', value: JSON.stringify(value) })),
  ]
}

/** The answer to `/onboard subscriptions`. */
export const subscriptionList = (facts: SubscriptionListFacts): Message =>
  messageOfMost(facts.subscriptions, subscriptionsShown, (shown) => page(facts, shown))
