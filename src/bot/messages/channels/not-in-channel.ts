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

/** Slack sends apps no replies from direct messages. */
export const directMessage = (): Message =>
  message(
    'Slack does not tell apps what is said in direct messages, so replies here could never become comments.',
    'Create a channel with the same people, invite the app with /invite @Onboarding, and try again there.',
  )
