import { line, type Message, message, when } from '../../../kit/message.ts'

export const digestPosted = ({ again = false }: { again?: boolean }): Message =>
  message(
    again
      ? 'A digest was posted a moment ago. Wait a minute before posting another.'
      : 'The digest is on its way to the channel.',
  )

export const digestEmpty = ({ sinceAt }: { sinceAt: string }): Message =>
  message(
    line(
      'Nothing to report since ',
      when(sinceAt),
      ': no activity in this channel’s projects, and no task that the app knows of is overdue or waiting on the customer.',
    ),
    'Empty digests aren’t posted.',
  )
