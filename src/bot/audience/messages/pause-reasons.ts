import { command } from '../../kit/ids.ts'
import { channel, line, type Message, message, name, note } from '../../kit/message.ts'

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
  channel_deleted: {
    why: 'the channel was deleted',
    next: 'Subscribe another channel.',
  },
  channel_id_changed: {
    why: 'Slack gave the channel a new ID, which happens when a channel becomes shared',
    next: 'Check who can read it, then subscribe it again.',
  },
  restricted_action: {
    why: 'a workspace setting keeps the app from posting there',
    next: `Ask a workspace admin to let the app post, then ${resume}.`,
  },
}

/** `code`: Slack's error code, or `shared`. */
export const pauseReason = (code: string): PauseReason =>
  reasons[code] ?? {
    why: `Slack rejects messages there (${code})`,
    next: `Once that’s fixed, ${resume}.`,
  }

interface SubscriptionPausedFacts {
  channel: string
  labels: readonly string[]
  /** Slack's error code, or `shared`: the channel now has members of another organization. */
  reason: string
}

const labelsShown = 10

/** Sent once, as a direct message to the person who subscribed the channel. */
export const subscriptionPaused = (facts: SubscriptionPausedFacts): Message => {
  const reason = pauseReason(facts.reason)
  const hidden = facts.labels.length - labelsShown
  return message(
    line('Updates in ', channel(facts.channel), ` are paused: ${reason.why}.`),
    ...facts.labels.slice(0, labelsShown).map((label) => line('• ', name(label))),
    hidden > 0 && note(`and ${hidden} more`),
    reason.next,
  )
}
