import { line, type Message, message, name, user } from '../kit/message.ts'
import { count } from '../kit/words.ts'

export interface UnmutedFacts {
  by: string
  /** How many messages were left out meanwhile. */
  leftOut: number
}

/** Into the channel. */
export const unmuted = ({ by, leftOut }: UnmutedFacts): Message =>
  message(
    line(user(by), ' turned updates in this channel on again.'),
    line(
      name(
        leftOut === 0
          ? 'Nothing was left out meanwhile.'
          : `${count(leftOut, 'message')} ${leftOut === 1 ? 'was' : 'were'} left out meanwhile.`,
      ),
    ),
  )
