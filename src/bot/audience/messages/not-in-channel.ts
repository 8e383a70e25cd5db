import { channel, line, type Message, message } from '../../kit/message.ts'

export const notInChannel = (): Message =>
  message(
    'The app isn’t in this channel, so it couldn’t post updates here.',
    'Type /invite @Onboarding, then try again.',
  )

/** Only a channel's members may change what it receives. */
export const notYourChannel = (facts: { channel: string }): Message =>
  message(
    line('You’re not in ', channel(facts.channel), ', so you can’t change what it receives.'),
    'Join the channel, then try again.',
  )

export const directMessage = (): Message =>
  message(
    'A project’s updates belong in a channel, not in a direct message: its team reads and answers them there.',
    'Create a channel with the same people, invite the app with /invite @Onboarding, and try again there.',
  )

/** Usually a group direct message: the app does not request the scope for those. */
export const hiddenConversation = (): Message =>
  message(
    'Slack doesn’t let the app see this conversation, so replies here could never become comments.',
    'In a group direct message, create a channel with the same people and invite the app. In a channel, ask an admin to run /onboard doctor.',
  )
