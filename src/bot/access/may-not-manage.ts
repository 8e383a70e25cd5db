import { notInChannel, notYourChannel } from '../messages/channels/not-in-channel.ts'
import type { Message } from '../messages/kit/message.ts'
import type { BotDeps } from '../deps.ts'

/**
 * Why a person may not change what a channel receives: the app is not in it (as it is in no channel of another
 * workspace), or the person is not. `pressedIn`: where the button stood; who saw it there is in there.
 */
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
