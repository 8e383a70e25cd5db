import { channel, line, type Message, message, name } from '../kit/message.ts'

/** Sent once, as a direct message to the person who subscribed the channel. */
export const accountLost = (facts: { channel: string; label: string }): Message =>
  message(
    line(
      channel(facts.channel),
      ' is subscribed to the account ',
      name(`“${facts.label}”`),
      ', but the tracker no longer has any projects for it.',
    ),
    'The account may have been renamed, merged, or removed. The subscription stays but receives nothing.',
    'If the account has a new name, subscribe the channel to that.',
  )
