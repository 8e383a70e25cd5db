import { isoTime } from '../../../contract/dates.ts'
import { buttons, button } from '../../kit/buttons.ts'
import {
  channel as channelSpan,
  line,
  link,
  message,
  type Message,
  user,
  when,
  channel,
  name,
  note,
} from '../../kit/message.ts'
import { count } from '../../kit/text.ts'
import type { Button, StaticSelect } from '@slack/types'
import { actions, command } from '../../kit/ids.ts'
import { options, plain } from '../../kit/form-elements.ts'

const lengths = {
  hour: 'For 1 hour',
  morning: 'Until tomorrow, 9:00',
  open: 'Until unmuted',
}

export type MuteLength = keyof typeof lengths
export const muteLengths = Object.keys(lengths) as MuteLength[]

/** `channel`: an id, `here` for the current channel, or `all` for every channel on the person's list. */
export const muteMenu = (channel: string, placeholder: string): StaticSelect => ({
  type: 'static_select',
  action_id: actions.mute,
  placeholder: plain(placeholder, 150),
  options: options(
    Object.entries(lengths).map(([length, text]) => ({ value: `${channel} ${length}`, text })),
  ),
})

export const unmuteButton = (channel: string, text = 'Unmute', label?: string): Button | undefined =>
  button(actions.unmute, text, { value: channel, label })

/** Without a date, the mute lasts until someone ends it. */
export interface MuteFacts {
  untilDate?: string | undefined
}

export const muteFacts = (mute: { until: number | undefined } | undefined): MuteFacts | undefined =>
  mute && { untilDate: isoTime(mute.until) }

/** `until Nov 22, 9:00` or `until someone unmutes the channel`. */
export const untilWords = ({ untilDate }: MuteFacts) =>
  untilDate === undefined ? ['until someone unmutes the channel'] : ['until ', when(untilDate)]

export const mutedLine = (mute: MuteFacts | undefined) =>
  mute !== undefined && line('Updates are muted ', untilWords(mute), '.')

export const muted = ({ channel, by, ...mute }: MuteFacts & { channel: string; by: string }): Message =>
  message(
    line(user(by), ' muted updates in ', channelSpan(channel), ' ', untilWords(mute), '.'),
    'Customers’ words, mentions, and completed projects still come, and replies in threads still become comments. What’s left out is listed when the mute ends.',
    buttons(unmuteButton(channel)),
  )

/** What a mute or a filter left out. `items`: newest first. */
export interface LeftOut {
  total: number
  items: readonly { uuid: string; name: string; url?: string | undefined; messages: number }[]
}

const mostItems = 10

const leftOutLines = ({ total, items }: LeftOut) => [
  total === 0
    ? 'Nothing was left out.'
    : `${count(total, 'message')} ${total === 1 ? 'was' : 'were'} left out${items.length > 0 ? ':' : '.'}`,
  ...items
    .slice(0, mostItems)
    .map(({ name: label, url, messages }) =>
      line('• ', link(url, label), messages > 1 && ` (${count(messages, 'message')})`),
    ),
  items.length > mostItems && note(`and ${count(items.length - mostItems, 'more task')}`),
]

export const unmuted = ({ by, leftOut }: { by: string; leftOut: LeftOut }): Message =>
  message(line(user(by), ' unmuted updates in this channel.'), ...leftOutLines(leftOut))

/** `of`: a mute that was over by itself, or a filter that somebody took away. */
export const wasLeftOut = ({ of, leftOut }: { of: 'mute' | 'filter'; leftOut: LeftOut }): Message =>
  message(
    of === 'mute'
      ? 'Updates are no longer muted in this channel.'
      : 'A filter of this channel was taken away.',
    ...leftOutLines(leftOut),
  )

export const muteUnchanged = ({ wanted }: { wanted: 'mute' | 'unmute' }): Message =>
  message(
    wanted === 'mute'
      ? 'No channel that you are in receives updates, so there’s nothing to mute. Subscribe one with /onboard subscribe.'
      : 'Nothing is muted there anymore.',
  )

interface PauseReason {
  why: string
  next: string
}

const resume = `press Resume in ${command} subscriptions`

const reasons: Readonly<Record<string, PauseReason>> = {
  shared: {
    why: 'the channel is now shared with another organization',
    next: `If its people may read this, ${resume}.`,
  },
  guests: {
    why: 'guests are in the channel now',
    next: `If they may read this, ${resume}.`,
  },
  readers_unknown: {
    why: 'Slack doesn’t say who reads the channel',
    next: `If whoever is in it may read this, ${resume}.`,
  },
  not_in_channel: {
    why: 'the app is no longer in the channel',
    next: `Invite it with /invite @Onboarding, then ${resume}.`,
  },
  channel_not_found: {
    why: 'Slack says the channel doesn’t exist, or the app can’t see it',
    next: `If it is private, invite the app with /invite @Onboarding, then ${resume}.`,
  },
  team_access_not_granted: {
    why: 'the app was removed from the channel’s workspace',
    next: 'Once an admin of your organization adds it there again, invite it with /invite @Onboarding; then updates go on.',
  },
  is_archived: {
    why: 'the channel is archived',
    next: `Unarchive it, then ${resume}. Or subscribe another channel.`,
  },
  channel_deleted: { why: 'the channel was deleted', next: 'Subscribe another channel.' },
  channel_id_changed: {
    why: 'Slack gave the channel a new ID, which happens when a channel becomes shared',
    next: `If who reads it now may read this, ${resume}.`,
  },
  restricted_action: {
    why: 'a workspace setting keeps the app from posting there',
    next: `Ask a workspace admin to let the app post, then ${resume}.`,
  },
}

/** `code`: Slack's error code, `shared` or `guests`. */
export const pauseReason = (code: string): PauseReason =>
  reasons[code] ?? {
    why: `Slack rejects messages there (${code})`,
    next: `Once that’s fixed, ${resume}.`,
  }

const labelsShown = 10

/** Sent once, as a direct message to the person who subscribed the channel. */
export const subscriptionPaused = (facts: {
  channel: string
  labels: readonly string[]
  /** For `pauseReason`. */
  reason: string
}): Message => {
  const reason = pauseReason(facts.reason)
  const hidden = facts.labels.length - labelsShown
  return message(
    line('Updates in ', channel(facts.channel), ` are paused: ${reason.why}.`),
    ...facts.labels.slice(0, labelsShown).map((label) => line('• ', name(label))),
    hidden > 0 && note(`and ${hidden} more`),
    reason.next,
  )
}

/** Sent once for each channel and reason to whoever subscribed the channel. `code`: Slack's error code. */
export const messageRefused = (facts: { channel: string; code: string }): Message =>
  message(
    line('Slack refused a message in ', channel(facts.channel), name(` (${facts.code}).`)),
    `${command} status there shows it, with Retry and Skip. Messages that Slack accepts still come.`,
    note('You get this once for each reason.'),
  )
