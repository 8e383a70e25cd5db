import { line, type Message, message } from '../kit/message.ts'

export interface MuteUnchangedFacts {
  wanted: 'mute' | 'unmute'
}

/** To the person who pressed: there was nothing to mute, or to turn on again. */
export const muteUnchanged = ({ wanted }: MuteUnchangedFacts): Message =>
  message(
    line(
      wanted === 'mute'
        ? 'No channel that you are in receives updates, so there is nothing to mute. Subscribe one with /onboard subscribe.'
        : 'Nothing is muted there any more.',
    ),
  )
