import { command } from '../../kit/ids.ts'
import { line, type Message, message, name, channel } from '../../kit/message.ts'

export const notInChannel = (): Message =>
  message(
    'The app isn’t in this channel, so it couldn’t post updates here.',
    'Type /invite @Onboarding, then try again.',
  )

export const notYourChannel = (facts: { channel: string }): Message =>
  message(
    line('You’re not in ', channel(facts.channel), ', so you can’t change what it receives.'),
    'Join the channel, then try again.',
  )

/** Also for a conversation that Slack hides: the app does not request the scope for group direct messages. */
export const notAChannel = (): Message =>
  message(
    'The app can’t work in this conversation: it’s a direct message, or Slack doesn’t let the app see it.',
    'Use a channel with the same people, and invite the app with /invite @Onboarding. If this is a channel, ask an admin to run /onboard doctor.',
  )

export const notAllowed = (): Message =>
  message(
    'Only members of the workspace that installed the app can do this.',
    'Ask one of them in this channel, or reply in a task’s thread: your reply becomes a comment.',
  )

export const guestsMayNot = (): Message =>
  message(
    'Guests can only look up and comment on what this channel is subscribed to.',
    'Ask a full member of this workspace.',
  )

export const notKnownWho = (): Message =>
  message('Slack didn’t tell the app who you are, so nothing was done.', 'Try again in a minute.')

/** `action`: a verb phrase, such as `see what doctor finds`. */
export const adminsOnly = ({ action }: { action: string }): Message =>
  message(
    line(name(`Only admins and owners of this Slack workspace can ${action}.`)),
    'Ask one of them. Everyone can use /onboard status.',
  )

/** Does not name the task, because the answer may be shared or read over a shoulder. */
export const internalTaskInSharedChannel = (): Message =>
  message(
    'That task is internal. This channel includes guests or people from another organization, so it isn’t shown here.',
    'Look it up in a channel that only your team reads.',
  )

export const notForSharedChannel = (): Message =>
  message(
    'This channel includes guests or people from another organization, so only what it’s subscribed to can be shared here.',
    `Use ${command} project to see this channel’s projects, or go to a channel that only your team reads.`,
  )
