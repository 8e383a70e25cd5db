import { bold, line, type Message, message, name, when } from '../../../kit/message.ts'

interface WhyFacts {
  /** Such as `comment_new`. Undefined for a message without an event. */
  eventName?: string | undefined
  /** True for digests, which the channel's settings cause. */
  bySettings?: boolean | undefined
  objectUuid?: string | undefined
  receivedAt?: string | undefined
  postedAt?: string | undefined
  /** What the bot checked in the tracker before it posted. */
  verified: string
  /** This channel's subscriptions that cause the message, in words. */
  subscriptions: readonly string[]
  /** The last one. */
  change?: { eventName: string; at: string } | undefined
  /** What this channel's settings suppressed in the same thread, newest first. */
  leftOut?: readonly { eventName: string; at: string; why: string }[] | undefined
}

const mostNamed = 10

const named = (labels: readonly string[]): string => {
  const more = labels.length - mostNamed
  return `${labels.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

export const why = (facts: WhyFacts): Message =>
  message(
    facts.eventName === undefined
      ? facts.bySettings === true
        ? 'This message was posted because of this channel’s settings. It summarizes events.'
        : 'Someone in this channel triggered this message with a command or a dialog.'
      : line(
          'The tracker announced ',
          bold(facts.eventName),
          facts.objectUuid !== undefined && name(` of ${facts.objectUuid}`),
          facts.receivedAt !== undefined && [', received ', when(facts.receivedAt)],
          '.',
        ),
    line(name(`Verified: ${facts.verified}`)),
    facts.bySettings !== true &&
      (facts.subscriptions.length === 0
        ? 'No subscription of this channel covers it anymore.'
        : line(name(`This channel gets it through its subscription to ${named(facts.subscriptions)}.`))),
    facts.postedAt !== undefined && line('Posted ', when(facts.postedAt), '.'),
    facts.change && line('Last changed by ', bold(facts.change.eventName), ', ', when(facts.change.at), '.'),
    ...(facts.leftOut ?? []).map(({ eventName, at, why: reason }) =>
      line('In the same thread, ', bold(eventName), ' (', when(at), name(`) was ${reason}.`)),
    ),
  )
