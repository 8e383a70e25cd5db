import type { ActionsBlock, Button, StaticSelect } from '@slack/types'
import { plain } from '../kit/form-elements.ts'
import { actions } from '../kit/ids.ts'
import { button, only } from '../kit/message.ts'
import { options } from '../kit/options.ts'

/** How long a mute can last. */
export const muteLengths = ['hour', 'morning', 'open'] as const
export type MuteLength = (typeof muteLengths)[number]

const words: Record<MuteLength, string> = {
  hour: 'For 1 hour',
  morning: 'Until tomorrow, 9:00',
  open: 'Until turned on',
}

/** `channel`: an id, or `all` for every channel that the person sees listed. */
export const muteMenu = (channel: string, placeholder: string): StaticSelect => ({
  type: 'static_select',
  action_id: actions.mute,
  placeholder: plain(placeholder, 150),
  options: options(muteLengths.map((length) => ({ value: `${channel} ${length}`, text: words[length] }))),
})

export const unmuteButton = (channel: string, text = 'Unmute', label?: string): Button | undefined =>
  button({ action: actions.unmute, text, value: channel, label })

/** A row of menus and buttons, without those that are undefined. */
export const controls = (...elements: (StaticSelect | Button | undefined | false)[]) => {
  const shown = elements.filter((element) => element !== undefined && element !== false)
  const block: ActionsBlock = { type: 'actions', elements: shown }
  return shown.length > 0 && only(block)
}
