import { line, type Message, message } from '../kit/message.ts'

/** A person of another organization asked for something that is for the workspace's own members. */
export const notAllowed = (): Message =>
  message(
    line('Only members of the workspace that installed the app can do this.'),
    line('Ask one of them in this channel.'),
  )
