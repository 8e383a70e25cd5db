import { line, type Message, message } from '../kit/message.ts'

/** To the person who pressed *Post now*. */
export const digestPosted = ({ again }: { again?: boolean | undefined }): Message =>
  message(
    again === true
      ? line('A digest was posted a moment ago. Wait a minute before the next.')
      : line('The digest is on its way to the channel.'),
  )
