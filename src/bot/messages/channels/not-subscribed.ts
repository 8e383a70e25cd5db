import { line, type Message, message, name } from '../kit/message.ts'

/** `target`: the subscription to end. Undefined if the person asked for the channel's projects. */
export const nothingSubscribed = ({ target }: { target?: string | undefined }): Message =>
  target === undefined
    ? message(
        'This channel receives no project, so there is none to show.',
        'Name one, as in /onboard project Acme, or subscribe the channel with /onboard subscribe.',
      )
    : message(
        line(
          'This channel is not subscribed to ',
          name(`“${target}”`),
          ', so there’s nothing to unsubscribe from.',
        ),
        'See what it is subscribed to with /onboard subscriptions.',
      )

export const subscriptionGone = (): Message =>
  message(
    'That subscription no longer exists, so there is nothing to change.',
    'See what the channel receives with /onboard subscriptions.',
  )
