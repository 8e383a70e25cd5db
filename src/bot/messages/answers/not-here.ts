import { command } from '../kit/ids.ts'
import { line, type Message, message, name } from '../kit/message.ts'

/** A person of another organization asked for something that is for the workspace's own members. */
export const notAllowed = (): Message =>
  message(
    'Only members of the workspace that installed the app can do this.',
    'Ask one of them in this channel.',
  )

/** A member asked for what is for the workspace's admins; `action`: such as `see what doctor finds`. */
export const adminsOnly = ({ action }: { action: string }): Message =>
  message(
    line(name(`Only admins and owners of this Slack workspace can ${action}.`)),
    'Ask one of them; /onboard status is for everybody.',
  )

/**
 * A task of the vendor's team alone was asked for in a channel that another organization reads. Its name is not
 * said: the answer may be shared, and screens are.
 */
export const internalTaskInSharedChannel = (): Message =>
  message(
    'That task is internal, and people of another organization are in this channel, so it is not shown here.',
    'Ask for it in a channel of your own team.',
  )

/** An answer about more than the channel receives was to be shared where another organization reads along. */
export const notForSharedChannel = (): Message =>
  message(
    'People of another organization are in this channel, so only what it is subscribed to is shared here.',
    `Share ${command} project, which shows this channel’s own, or use a channel of your own team.`,
  )
