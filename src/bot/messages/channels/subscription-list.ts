import type { EventName } from '../../../contract/event.ts'
import { eventWords } from './event-words.ts'
import { actions, type SubscriptionKey } from '../kit/ids.ts'
import { button, buttons } from '../kit/buttons.ts'
import {
  channel as channelSpan,
  line,
  type Message,
  messageOfMost,
  name,
  note,
  user,
  when,
} from '../kit/message.ts'
import { pageEnd } from '../kit/pages.ts'
import { count } from '../kit/words.ts'
import { type MuteFacts, mutedLine } from './muted.ts'
import { muteMenu, unmuteButton } from './mute-menu.ts'
import { pauseReason } from '../posting/pause-reasons.ts'
import { type TargetFacts, targetSpans } from './subscribed.ts'

interface SubscriptionFacts extends TargetFacts {
  target: string
  events: readonly EventName[]
  by: string
  createdAt: string
  /** Slack's error code, or words. Undefined if the subscription is active. */
  pausedReason?: string | undefined
  /** True if the tracker has no project of this account any more. */
  isLost?: boolean | undefined
}

interface SubscriptionListFacts {
  channel: string
  subscriptions: readonly SubscriptionFacts[]
  total: number
  offset: number
  mute?: MuteFacts | undefined
  /** In words. Empty if there are no filters. */
  filters: readonly string[]
}

export const subscriptionsShown = 12

const entry = (channel: string, facts: SubscriptionFacts) => {
  const { scope, target, events, pausedReason } = facts
  const key: SubscriptionKey = { channel, scope, target }
  const value = JSON.stringify(key)
  const of = (verb: string) => `${verb} ${scope === 'all' ? 'all projects' : facts.label}`
  return [
    line(
      '• ',
      targetSpans(facts),
      `: ${eventWords(events)}, by `,
      user(facts.by),
      ', ',
      when(facts.createdAt),
    ),
    pausedReason !== undefined &&
      line(name(`   Paused: ${pauseReason(pausedReason).why}. Resume it when that is mended.`)),
    facts.isLost === true && '   The tracker has no project of this account any more.',
    buttons(
      pausedReason !== undefined &&
        button(actions.resumeSubscription, 'Resume', { value, label: of('Resume') }),
      button(actions.editEvents, 'Edit events', { value, label: of('Edit events of') }),
      button(actions.removeSubscription, 'Remove', { value, label: of('Remove') }),
    ),
  ]
}

const page = (facts: SubscriptionListFacts, shown: readonly SubscriptionFacts[]) => {
  const { channel, mute, filters, total } = facts
  const { seen, showMore } = pageEnd(facts, shown, { list: 'subscriptions' })
  return [
    total === 0
      ? 'This channel is subscribed to nothing. Subscribe it with /onboard subscribe and a project’s name.'
      : line(channelSpan(channel), ` has ${count(total, 'subscription')}.`),
    mutedLine(mute),
    ...shown.flatMap((one) => entry(channel, one)),
    ...filters.map((words) => line(name(`Filter: ${words}`))),
    seen,
    total > 0 && note('End one with /onboard unsubscribe and the name.'),
    buttons(showMore),
    total > 0 &&
      buttons(
        mute === undefined ? muteMenu(channel, 'Mute…') : unmuteButton(channel),
        button(actions.openFilters, 'Filters…', { value: channel }),
      ),
  ]
}

export const subscriptionList = (facts: SubscriptionListFacts): Message =>
  messageOfMost(facts.subscriptions, subscriptionsShown, (shown) => page(facts, shown))
