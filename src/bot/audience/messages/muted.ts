import { isoTime } from '../../../contract/dates.ts'
import { buttons, button } from '../../kit/buttons.ts'
import { channel as channelSpan, line, message, type Message, user, when } from '../../kit/message.ts'
import { count } from '../../kit/text/words.ts'
import type { Button, StaticSelect } from '@slack/types'
import { actions } from '../../kit/ids.ts'
import { options, plain } from '../../kit/options.ts'

const lengths = {
  hour: 'For 1 hour',
  morning: 'Until tomorrow, 9:00',
  open: 'Until unmuted',
}

export type MuteLength = keyof typeof lengths
export const muteLengths = Object.keys(lengths) as MuteLength[]

/** `channel`: an id, `here` for the current channel, or `all` for every channel on the person's list. */
export const muteMenu = (channel: string, placeholder: string): StaticSelect => ({
  type: 'static_select',
  action_id: actions.mute,
  placeholder: plain(placeholder, 150),
  options: options(
    Object.entries(lengths).map(([length, text]) => ({ value: `${channel} ${length}`, text })),
  ),
})

export const unmuteButton = (channel: string, text = 'Unmute', label?: string): Button | undefined =>
  button(actions.unmute, text, { value: channel, label })

/** Without a date, the mute lasts until someone ends it. */
export interface MuteFacts {
  untilDate?: string | undefined
}

export const muteFacts = (mute: { until: number | undefined } | undefined): MuteFacts | undefined =>
  mute && { untilDate: isoTime(mute.until) }

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
