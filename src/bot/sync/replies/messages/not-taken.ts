import { line, type Message, message, name, ownWords, quote } from '../../../kit/message.ts'

interface OfTask {
  taskName?: string | undefined
}

export const oneWay = ({ taskName }: OfTask): Message =>
  message(
    line(
      'Your reply stays in Slack: replies in this channel don’t become comments',
      taskName !== undefined && name(` for “${taskName}”`),
      '.',
    ),
    'Comment with /onboard comment, or turn on two-way replies in /onboard settings.',
  )

export const threadOfDeletedTask = ({ taskName }: OfTask): Message =>
  message(
    line(
      'Your reply stays in Slack: the task ',
      taskName !== undefined && name(`“${taskName}” `),
      'was deleted in the tracker, so it can’t be commented on.',
    ),
    'Reply in the thread of another task, or find one with /onboard task.',
  )

/** For a reply such as a canvas or a poll. */
export const nothingToRead = (): Message =>
  message(
    'Your reply stays in Slack: the app can’t read what is in it.',
    'Reply with words, or comment with /onboard comment.',
  )

/** For a reply under a card that the database doesn't have. */
export const threadNotKnown = (): Message =>
  message(
    'Your reply stays in Slack: the app doesn’t know this thread’s task any more.',
    'Comment with /onboard comment, or reply in the task’s newer thread.',
  )

/** For a reply under a digest. Sent once per thread. */
export const digestReply = (): Message =>
  message(
    'Your reply stays in Slack: a digest covers many tasks, so replies to it don’t become comments.',
    'Comment with /onboard comment "task name" <text>, or reply in the task’s own thread.',
  )

/** Does not name the task, because the channel may not see it any more. */
export const taskNotShared = (): Message =>
  message(
    'This task is no longer shared with this channel, so you can’t comment on it from here.',
    'Ask the team in this channel.',
  )

/** For a long reply whose first comments exist. Does not name the task either. */
export const restNotShared = ({ text }: { text: string }): Message =>
  message(
    'The beginning of your reply became a comment. The rest of it wasn’t sent: this task is no longer shared with this channel, so you can’t comment on it from here.',
    'Ask the team in this channel.',
    quote('Not sent', text, '', ownWords),
  )
