import { line, type Message, message, name } from '../kit/message.ts'

/**
 * There is no such subscription in this channel, so there is nothing to end or to show. `target`: what was to be
 * ended; undefined when the channel's projects were asked for.
 */
export const nothingSubscribed = ({ target }: { target?: string | undefined }): Message =>
  target === undefined
    ? message(
        'This channel receives no project, so there is none to show.',
        'Name one, as in /onboard project Acme, or subscribe the channel with /onboard subscribe.',
      )
    : message(
        line('This channel is not subscribed to ', name(`“${target}”`), ', so there is nothing to end.'),
        'See what it is subscribed to with /onboard subscriptions.',
      )

/** A button or dialog of a subscription that somebody ended in the meantime. */
export const subscriptionGone = (): Message =>
  message(
    'That subscription was ended in the meantime, so there is nothing to change.',
    'See what the channel receives with /onboard subscriptions.',
  )
