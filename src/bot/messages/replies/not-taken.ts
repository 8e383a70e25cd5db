import { line, type Message, message, name } from '../kit/message.ts'

interface OfTask {
  taskName?: string | undefined
}

/** To a person who replies in a channel that does not accept replies. */
export const oneWay = ({ taskName }: OfTask): Message =>
  message(
    line(
      'Your reply stays in Slack: replies in this channel don’t become comments',
      taskName !== undefined && name(` for “${taskName}”`),
      '.',
    ),
    'Comment with /onboard comment, or turn on two-way replies in /onboard settings.',
  )

/** To a person who replies in the thread of a deleted task. */
export const threadOfDeletedTask = ({ taskName }: OfTask): Message =>
  message(
    line(
      'Your reply stays in Slack: the task ',
      taskName !== undefined && name(`“${taskName}” `),
      'was deleted in the tracker, so it can’t be commented on.',
    ),
    'Reply in the thread of another task, or find one with /onboard task.',
  )

/** To a person who replies under a card that is in no record and leads to no task here. */
export const threadNotKnown = ({ taskName }: OfTask): Message =>
  taskName === undefined
    ? message(
        'Your reply stays in Slack: this thread’s task is no longer in the tracker.',
        'Comment with /onboard comment, or reply in the task’s newer thread.',
      )
    : message(
        line(
          'Your reply stays in Slack: ',
          name(`this channel isn’t subscribed to the project of “${taskName}”.`),
        ),
        'Comment with /onboard comment, or subscribe the channel with /onboard subscribe and reply again.',
      )

/** To a person who replies under a digest, once per thread. */
export const digestReply = (): Message =>
  message(
    'Your reply stays in Slack: a digest covers many tasks, so replies to it don’t become comments.',
    'Comment with /onboard comment TASK TEXT, or reply in the task’s own thread.',
  )

/** Does not name the task. */
export const taskNotShared = (): Message =>
  message(
    'This task is no longer shared with this channel, so you can’t comment on it from here.',
    'Ask the team in this channel.',
  )
