import { channel, line, type Message, message } from '../kit/message.ts'

export interface NotYourChannelFacts {
  channel: string
}

/** What a channel receives is steered by the people in it. */
export const notYourChannel = (facts: NotYourChannelFacts): Message =>
  message(
    line('You are not in ', channel(facts.channel), ', so what it receives is not yours to change.'),
    line('Join the channel, then try again.'),
  )
