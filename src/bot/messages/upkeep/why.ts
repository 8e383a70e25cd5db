import { bold, line, type Message, message, name, when } from '../kit/message.ts'

interface WhyFacts {
  /** `comment_new` and the like; undefined for a message no event caused. */
  eventName?: string | undefined
  /** A digest, or the summary after quiet hours: the channel's settings ask for it. */
  bySettings?: boolean | undefined
  objectUuid?: string | undefined
  receivedAt?: string | undefined
  postedAt?: string | undefined
  /** What was asked of the tracker before it was posted. */
  verified: string
  /** The subscriptions of this channel that ask for it, in words. */
  subscriptions: readonly string[]
  /** Later changes of the message: events and when. */
  changes: readonly { eventName: string; at: string }[]
  /** What of the same thread the channel left out by its own wish, newest first. */
  leftOut?: readonly { eventName: string; at: string; why: string }[] | undefined
}

/** The answer to `/onboard why <message link>`. */
export const why = (facts: WhyFacts): Message =>
  message(
    facts.eventName === undefined
      ? facts.bySettings === true
        ? 'This channel’s settings ask for this message: it tells what events brought.'
        : 'A person of this channel caused this message, by a command or a dialog.'
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
        ? 'No subscription of this channel asks for it any more.'
        : line(name(`This channel receives it by its subscription to ${facts.subscriptions.join(', ')}.`))),
    facts.postedAt !== undefined && line('Posted ', when(facts.postedAt), '.'),
    ...facts.changes.map(({ eventName, at }) => line('Changed by ', bold(eventName), ', ', when(at), '.')),
    ...(facts.leftOut ?? []).map(({ eventName, at, why: reason }) =>
      line('Of the same thread, ', bold(eventName), ', ', when(at), name(`, was ${reason}.`)),
    ),
  )
