import { channel, line, type Message, message, name, note } from '../kit/message.ts'
import { pauseReason } from './pause-reasons.ts'

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
