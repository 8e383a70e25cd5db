import { channel, line, type Message, message } from '../kit/message.ts'

/** Something was asked in a channel that the app cannot post to. */
export const notInChannel = (): Message =>
  message(
    'The app is not in this channel, so it could not post updates here.',
    'Type /invite @Onboarding, then try again.',
  )

/** What a channel receives is steered by the people in it. */
export const notYourChannel = (facts: { channel: string }): Message =>
  message(
    line('You are not in ', channel(facts.channel), ', so what it receives is not yours to change.'),
    'Join the channel, then try again.',
  )
