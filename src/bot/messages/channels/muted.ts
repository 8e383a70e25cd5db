import { buttons } from '../kit/buttons.ts'
import { channel as channelSpan, line, message, type Message, user, when } from '../kit/message.ts'
import { count } from '../kit/words.ts'
import { unmuteButton } from './mute-menu.ts'

/** Without a date, the mute lasts until someone ends it. */
export interface MuteFacts {
  untilDate?: string | undefined
}

/** `until Nov 22, 9:00` or `until someone unmutes the channel`. */
export const untilWords = ({ untilDate }: MuteFacts) =>
  untilDate === undefined ? ['until someone unmutes the channel'] : ['until ', when(untilDate)]

export const mutedLine = (mute: MuteFacts | undefined) =>
  mute !== undefined && line('Updates are muted ', untilWords(mute), '.')

export const muted = ({ channel, by, ...mute }: MuteFacts & { channel: string; by: string }): Message =>
  message(
    line(user(by), ' muted updates in ', channelSpan(channel), ' ', untilWords(mute), '.'),
    'Updates during the mute aren’t posted later. Replies in threads still become comments.',
    buttons(unmuteButton(channel)),
  )

export const unmuted = ({ by, leftOut }: { by: string; leftOut: number }): Message =>
  message(
    line(user(by), ' unmuted updates in this channel.'),
    leftOut === 0
      ? 'Nothing was left out.'
      : `${count(leftOut, 'message')} ${leftOut === 1 ? 'was' : 'were'} left out.`,
  )

export const muteUnchanged = ({ wanted }: { wanted: 'mute' | 'unmute' }): Message =>
  message(
    wanted === 'mute'
      ? 'No channel that you are in receives updates, so there’s nothing to mute. Subscribe one with /onboard subscribe.'
      : 'Nothing is muted there anymore.',
  )
