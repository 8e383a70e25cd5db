import { channel, line, type Message, message, name } from '../kit/message.ts'

/** Sent once, as a direct message to the person who subscribed the channel. */
export const accountLost = (facts: { channel: string; label: string }): Message =>
  message(
    line(
      channel(facts.channel),
      ' receives the account ',
      name(`“${facts.label}”`),
      ', but the tracker no longer has any of its projects.',
    ),
    'It may have been renamed, merged or removed. The subscription stays but receives nothing.',
    'If the account has a new name, subscribe the channel to that.',
  )
