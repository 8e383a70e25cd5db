import { channel, line, type Message, message } from '../kit/message.ts'

export const notInChannel = (): Message =>
  message(
    'The app is not in this channel, so it could not post updates here.',
    'Type /invite @Onboarding, then try again.',
  )

/** Only members of a channel decide what it receives. */
export const notYourChannel = (facts: { channel: string }): Message =>
  message(
    line('You are not in ', channel(facts.channel), ', so what it receives is not yours to change.'),
    'Join the channel, then try again.',
  )
