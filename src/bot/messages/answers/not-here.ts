import { command } from '../kit/ids.ts'
import { line, type Message, message, name } from '../kit/message.ts'

export const notAllowed = (): Message =>
  message(
    'Only members of the workspace that installed the app can do this.',
    'Ask one of them in this channel.',
  )

export const guestsMayNot = (): Message =>
  message(
    'Guests can look up and comment on what this channel is subscribed to, and nothing else.',
    'Ask a full member of this workspace.',
  )

export const notKnownWho = (): Message =>
  message('Slack did not say who you are, so nothing was done.', 'Try again in a minute.')

/** `action`: a verb phrase, such as `see what doctor finds`. */
export const adminsOnly = ({ action }: { action: string }): Message =>
  message(
    line(name(`Only admins and owners of this Slack workspace can ${action}.`)),
    'Ask one of them; /onboard status is for everybody.',
  )

/** Does not name the task, because the answer may be shared or read over a shoulder. */
export const internalTaskInSharedChannel = (): Message =>
  message(
    'That task is internal, and guests or people of another organization are in this channel, so it is not shown here.',
    'Ask for it in a channel of your own team.',
  )

export const notForSharedChannel = (): Message =>
  message(
    'Guests or people of another organization are in this channel, so only what it is subscribed to is shared here.',
    `Share ${command} project, which shows this channel’s own, or use a channel of your own team.`,
  )
