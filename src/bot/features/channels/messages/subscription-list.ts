import type { EventName } from '../../../../contract/event.ts'
import {
  eventWords,
  presetWords,
  type SettingsFacts,
  settingsWords,
} from '../../../audience/messages/settings-words.ts'
import { actions, type SubscriptionKey, callbacks, command } from '../../../kit/ids.ts'
import { button, buttons, chooseProject, pageOf, type Page } from '../../../kit/buttons.ts'
import {
  bold,
  channel as channelSpan,
  dotted,
  line,
  type Message,
  name,
  note,
  user,
  when,
  message,
  say,
} from '../../../kit/message.ts'
import { count } from '../../../kit/text.ts'
import {
  type MuteFacts,
  mutedLine,
  muteMenu,
  unmuteButton,
  pauseReason,
} from '../../../audience/messages/paused.ts'
import { type TargetFacts, targetSpans } from '../../../audience/messages/subscribed.ts'
import type { KnownBlock, ModalView } from '@slack/types'
import { modal } from '../../../kit/form-elements.ts'

interface SubscriptionFacts extends TargetFacts {
  target: string
  events: readonly EventName[]
  createdBy: string
  /** In ms or ISO 8601. */
  createdAt: number | string
  /** Slack's error code, or words. Undefined if the subscription is active. */
  paused?: { reason: string } | undefined
}

interface SubscriptionListFacts extends Omit<Page, 'query'> {
  channel: string
  subscriptions: readonly SubscriptionFacts[]
  mute?: MuteFacts | undefined
  settings: SettingsFacts
  mixed: boolean
}

export const subscriptionsShown = 12

const entry = (facts: SubscriptionFacts, { channel, mixed }: SubscriptionListFacts) => {
  const { scope, target, events, paused } = facts
  const key: SubscriptionKey = { channel, scope, target }
  const value = JSON.stringify(key)
  const labelOf = (verb: string) => `${verb} ${scope === 'all' ? 'all projects' : facts.label}`
  const own = mixed && `: ${eventWords(events)}`
  return [
    say`• ${targetSpans(facts)}${own}, by ${user(facts.createdBy)}, ${when(facts.createdAt)}`,
    paused && line(name(`   Paused: ${pauseReason(paused.reason).why}. Resume it when that’s fixed.`)),
    buttons(
      !paused &&
        scope === 'project' &&
        button(actions.pin, 'Pin', { value: target, label: `Pin the card of ${facts.label}` }),
      paused && button(actions.resumeSubscription, 'Resume', { value, label: labelOf('Resume') }),
      button(actions.removeSubscription, 'Remove', { value, label: labelOf('Remove') }),
    ),
  ]
}

/** If subscriptions have different events, their own lines name them, and this one only those of a digest. */
const settingsLines = (settings: SettingsFacts, mixed: boolean) => [
  !mixed && line('Set to ', bold(presetWords[settings.preset].text), '.'),
  dotted(...settingsWords(settings).slice(mixed && !settings.digest ? 1 : 0)),
]

export const subscriptionList = (facts: SubscriptionListFacts): Message => {
  const { channel, subscriptions: items, mute, settings, total, offset } = facts
  const page = { list: 'subscriptions', total, offset, items, most: subscriptionsShown } as const
  return pageOf(page, (shown, { seen, showMore }) => [
    total === 0
      ? 'This channel has no subscriptions.'
      : line(channelSpan(channel), ` has ${count(total, 'subscription')}.`),
    ...(total > 0 ? settingsLines(settings, facts.mixed) : []),
    mutedLine(mute),
    ...shown.flatMap((one) => entry(one, facts)),
    seen,
    total > 0 && note('To remove one, press Remove, or use /onboard unsubscribe and the name.'),
    buttons(total === 0 && chooseProject(), showMore),
    total > 0 &&
      buttons(
        mute === undefined ? muteMenu(channel, 'Mute…') : unmuteButton(channel),
        button(actions.openSettings, 'Settings', { value: channel }),
      ),
  ])
}

const isMore = (block: KnownBlock): boolean =>
  block.type === 'actions' &&
  block.elements.some((element) => element.action_id?.startsWith(actions.listMore) ?? false)

const rest = (): KnownBlock[] =>
  message(note(`See the rest with ${command} subscriptions in the channel.`)).blocks

/** A card is pinned in the channel, which a dialog on the Home tab has not. */
const withoutPin = (block: KnownBlock): KnownBlock =>
  block.type === 'actions'
    ? {
        ...block,
        elements: block.elements.filter(({ action_id: id }) => id?.startsWith(actions.pin) !== true),
      }
    : block

/** *Manage* on the Home tab. A dialog has no next page, so it says where the rest is instead of *Show more*. */
export const subscriptionsDialog = (channel: string, { blocks }: Pick<Message, 'blocks'>): ModalView =>
  modal(
    { callback: callbacks.subscriptionsDialog, metadata: channel },
    blocks.flatMap((block) => (isMore(block) ? rest() : [withoutPin(block)])),
  )
