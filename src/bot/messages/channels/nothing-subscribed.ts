import { line, type Message, message, name } from '../kit/message.ts'

export interface NothingSubscribedFacts {
  /** What was to be ended; undefined when the channel's projects were asked for. */
  target?: string | undefined
}

/** There is no such subscription in this channel, so there is nothing to end or to show. */
export const nothingSubscribed = (facts: NothingSubscribedFacts): Message =>
  message(
    facts.target === undefined
      ? line('This channel receives no project, so there is none to show.')
      : line(
          'This channel is not subscribed to ',
          name(`“${facts.target}”`),
          ', so there is nothing to end.',
        ),
    facts.target === undefined
      ? line('Name one, as in /onboard project Acme, or subscribe the channel with /onboard subscribe.')
      : line('See what it is subscribed to with /onboard subscriptions.'),
  )
