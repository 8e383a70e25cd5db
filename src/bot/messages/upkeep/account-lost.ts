import { channel, line, type Message, message, name } from '../kit/message.ts'

export interface AccountLostFacts {
  channel: string
  /** The account's name as it was last known. */
  label: string
}

/** To the person who subscribed the channel, in their own conversation with the app, once. */
export const accountLost = (facts: AccountLostFacts): Message =>
  message(
    line(
      channel(facts.channel),
      ' receives the account ',
      name(`“${facts.label}”`),
      ', but the tracker has no project of it any more.',
    ),
    line('It may have been renamed, merged or removed. The subscription stays, and receives nothing.'),
    line('If the account has another name now, subscribe the channel to that one.'),
  )
