import { message, type Message, note } from '../../kit/message.ts'

/** Below the answer to a command that takes no files. */
export const unusedFiles = (): Message =>
  message(
    note(
      'Your file stays in Slack. To share it with a task: @Onboarding comment "task name" <text>, with the file.',
    ),
  )
