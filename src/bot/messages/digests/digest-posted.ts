import { line, type Message, message, when } from '../kit/message.ts'

/** To the person who pressed *Post now*. */
export const digestPosted = ({ again = false }: { again?: boolean }): Message =>
  message(
    again
      ? 'A digest was posted a moment ago. Wait a minute before the next.'
      : 'The digest is on its way to the channel.',
  )

/** To the person who asked for a digest that has nothing to say. */
export const digestEmpty = ({ sinceAt }: { sinceAt: string }): Message =>
  message(
    line(
      'There is nothing to tell since ',
      when(sinceAt),
      ': no event told of anything done or said in this channel’s projects, and no task that the app has seen is overdue or waits on the customer.',
    ),
    'An empty digest is not posted.',
  )
