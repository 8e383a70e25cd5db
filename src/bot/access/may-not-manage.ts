import { notInChannel, notYourChannel } from '../messages/channels/not-in-channel.ts'
import type { Message } from '../messages/kit/message.ts'
import type { BotDeps } from '../deps.ts'

/** The app or the person is not in the channel. `pressedIn`: who sees a button there is a member. */
export const mayNotManage = async (
  deps: BotDeps,
  user: string,
  channel: string,
  pressedIn: string,
): Promise<{ message: Message } | undefined> => {
  const place = await deps.slack.channel(channel)
  if (!place.member || place.archived) return { message: notInChannel() }
  if (channel === pressedIn || (await deps.slack.channelsOf(user)).has(channel)) return undefined
  return { message: notYourChannel({ channel }) }
}
