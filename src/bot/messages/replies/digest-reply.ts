import { line, type Message, message } from '../kit/message.ts'

/** To a person who replies under a digest, once a thread. */
export const digestReply = (): Message =>
  message(
    line('Your reply stays in Slack: a digest is about many tasks, so it became a comment on none.'),
    line('Comment with /onboard comment TASK TEXT, or reply in the task’s own thread.'),
  )
