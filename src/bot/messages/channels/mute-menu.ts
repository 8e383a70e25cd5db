import type { Button, StaticSelect } from '@slack/types'
import { actions } from '../kit/ids.ts'
import { button } from '../kit/buttons.ts'
import { options, plain } from '../kit/options.ts'

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
