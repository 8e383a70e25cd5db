import { line, type Message, message, name } from '../kit/message.ts'

/** `target`: the subscription to end. Undefined if the person asked for the channel's projects. */
export const nothingSubscribed = ({ target }: { target?: string | undefined }): Message =>
  target === undefined
    ? message(
        'This channel isn’t subscribed to any project.',
        'Name one, as in /onboard project Acme, or subscribe the channel with /onboard subscribe.',
      )
    : message(
        line(
          'This channel isn’t subscribed to ',
          name(`“${target}”`),
          ', so there’s nothing to unsubscribe from.',
        ),
        'See what it’s subscribed to with /onboard subscriptions.',
      )

export const subscriptionGone = (): Message =>
  message(
    'That subscription no longer exists, so there’s nothing to change.',
    'See what the channel receives with /onboard subscriptions.',
  )
