import { line, type Message, message, when } from '../kit/message.ts'

export interface DigestEmptyFacts {
  sinceAt: string
}

/** To the person who asked for a digest that has nothing to say. */
export const digestEmpty = ({ sinceAt }: DigestEmptyFacts): Message =>
  message(
    line(
      'There is nothing to tell since ',
      when(sinceAt),
      ': no event told of anything done or said in this channel’s projects, and no task that the app has seen is overdue or waits on the customer.',
    ),
    line('An empty digest is not posted.'),
  )
