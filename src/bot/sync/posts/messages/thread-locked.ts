import { line, type Message, message, name } from '../../../kit/message.ts'

/** Posted once in the channel. Without a name if not all its readers may know the task. */
export const threadLocked = ({ taskName }: { taskName?: string | undefined }): Message =>
  message(
    line(
      'The thread of ',
      taskName === undefined ? 'a task' : name(`“${taskName}”`),
      ' is locked in Slack, so it goes on in a new one in this channel.',
    ),
  )
