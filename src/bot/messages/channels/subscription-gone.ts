import { line, type Message, message } from '../kit/message.ts'

/** A button or dialog of a subscription that somebody ended in the meantime. */
export const subscriptionGone = (): Message =>
  message(
    line('That subscription was ended in the meantime, so there is nothing to change.'),
    line('See what the channel receives with /onboard subscriptions.'),
  )
