import { buttons, channel as channelSpan, line, type Message, message, user, when } from '../kit/message.ts'
import { unmuteButton } from './mute-menu.ts'

export interface MutedFacts {
  channel: string
  by: string
  /** Undefined: until somebody turns it on again. */
  untilDate?: string | undefined
}

/** `until Nov 22, 9:00` or `until somebody turns them on again`. */
export const untilWords = (untilDate: string | undefined) =>
  untilDate === undefined ? ['until somebody turns them on again'] : ['until ', when(untilDate)]

/** Into the channel: why it is silent from now on, for how long, and how to end it. */
export const muted = ({ channel, by, untilDate }: MutedFacts): Message =>
  message(
    line(user(by), ' muted updates in ', channelSpan(channel), ' ', ...untilWords(untilDate), '.'),
    line('What happens meanwhile is not posted later. Replies in threads still become comments.'),
    buttons(unmuteButton(channel)),
  )
