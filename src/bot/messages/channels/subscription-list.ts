import type { EventName } from '../../../contract/event.ts'
import { eventWords } from './event-words.ts'
import { actions, type ListPage, type SubscriptionKey } from '../kit/ids.ts'
import {
  button,
  buttons,
  channel as channelSpan,
  line,
  type Message,
  messageOfMost,
  name,
  note,
  user,
  when,
} from '../kit/message.ts'
import { untilWords } from './muted.ts'
import { controls, muteMenu, unmuteButton } from './mute-menu.ts'
import { type TargetFacts, targetSpans } from './subscribed.ts'
import { count } from '../kit/words.ts'
import { pauseReason } from '../posting/pause-reasons.ts'

export interface SubscriptionFacts extends TargetFacts {
  /** What its buttons carry. */
  target: string
  events: readonly EventName[]
  /** The Slack user who made it. */
  by: string
  createdAt: string
  /** Slack's error code, or words; undefined while it is not paused. */
  pausedReason?: string | undefined
  /** The tracker has no project of this account any more. */
  isLost?: boolean | undefined
}

export interface SubscriptionListFacts {
  channel: string
  subscriptions: readonly SubscriptionFacts[]
  total: number
  offset: number
  /** Nothing new is posted: until a date, or until somebody turns it on again. */
  mute?: { untilDate?: string | undefined } | undefined
  /** The channel's filters in words; none when they let everything pass. */
  filters: readonly string[]
}

export const subscriptionsShown = 12

const paused = (reason: string) =>
  line(name(`   Paused: ${pauseReason(reason).why}. Resume it when that is mended.`))

const entry = (channel: string, facts: SubscriptionFacts) => {
  const { scope, target, label, events, pausedReason } = facts
  const key: SubscriptionKey = { channel, scope, target }
  const value = JSON.stringify(key)
  const of = (verb: string) => `${verb} ${scope === 'all' ? 'all projects' : label}`
  return [
    line(
      '• ',
      ...targetSpans(facts),
      `: ${eventWords(events)}, by `,
      user(facts.by),
      ', ',
      when(facts.createdAt),
    ),
    pausedReason !== undefined && paused(pausedReason),
    facts.isLost === true && line('   The tracker has no project of this account any more.'),
    buttons(
      pausedReason !== undefined &&
        button({ action: actions.resumeSubscription, text: 'Resume', value, label: of('Resume') }),
      button({ action: actions.editEvents, text: 'Edit events', value, label: of('Edit events of') }),
      button({ action: actions.removeSubscription, text: 'Remove', value, label: of('Remove') }),
    ),
  ]
}

const page = (facts: SubscriptionListFacts, shown: readonly SubscriptionFacts[]) => {
  const { channel, mute, filters, total } = facts
  const next = facts.offset + shown.length
  const value: ListPage = { list: 'subscriptions', offset: next }
  const more = next < total && shown.length > 0
  return [
    total === 0
      ? line(
          'This channel is subscribed to nothing. Subscribe it with /onboard subscribe and a project’s name.',
        )
      : line(channelSpan(channel), ` has ${count(total, 'subscription')}.`),
    mute !== undefined && line('Updates are muted ', ...untilWords(mute.untilDate), '.'),
    ...shown.flatMap((one) => entry(channel, one)),
    ...filters.map((words) => line(name(`Filter: ${words}`))),
    more && note(`${next} of ${total} shown.`),
    total > 0 && note('End one with /onboard unsubscribe and the name.'),
    more && buttons(button({ action: actions.listMore, text: 'Show more', value: JSON.stringify(value) })),
    total > 0 &&
      controls(
        mute === undefined ? muteMenu(channel, 'Mute…') : unmuteButton(channel),
        button({ action: actions.openFilters, text: 'Filters…', value: channel }),
      ),
  ]
}

/** The answer to `/onboard subscriptions`. */
export const subscriptionList = (facts: SubscriptionListFacts): Message =>
  messageOfMost(facts.subscriptions, subscriptionsShown, (shown) => page(facts, shown))
