import { buttons } from '../kit/buttons.ts'
import { channel as channelSpan, line, message, type Message, user, when } from '../kit/message.ts'
import { count } from '../kit/words.ts'
import { unmuteButton } from './mute-menu.ts'

/** Without a date, the mute lasts until someone ends it. */
export interface MuteFacts {
  untilDate?: string | undefined
}

/** `until Nov 22, 9:00` or `until somebody turns them on again`. */
export const untilWords = ({ untilDate }: MuteFacts) =>
  untilDate === undefined ? ['until somebody turns them on again'] : ['until ', when(untilDate)]

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
    line(user(by), ' turned updates in this channel on again.'),
    leftOut === 0
      ? 'Nothing was left out meanwhile.'
      : `${count(leftOut, 'message')} ${leftOut === 1 ? 'was' : 'were'} left out meanwhile.`,
  )

export const muteUnchanged = ({ wanted }: { wanted: 'mute' | 'unmute' }): Message =>
  message(
    wanted === 'mute'
      ? 'No channel that you are in receives updates, so there is nothing to mute. Subscribe one with /onboard subscribe.'
      : 'Nothing is muted there any more.',
  )
