import { line, type Message, message, name } from '../kit/message.ts'

interface OfTask {
  taskName?: string | undefined
}

/** To a person who replies in a channel that does not accept replies. */
export const oneWay = ({ taskName }: OfTask): Message =>
  message(
    line(
      'Your reply stays in Slack: this channel shows what happens in the tracker and takes no replies',
      taskName !== undefined && name(` for “${taskName}”`),
      '.',
    ),
    'Comment with /onboard comment, or ask whoever set the channel up to take replies.',
  )

/** To a person who replies in the thread of a deleted task. */
export const threadOfDeletedTask = ({ taskName }: OfTask): Message =>
  message(
    line(
      'Your reply stays in Slack: the task ',
      taskName !== undefined && name(`“${taskName}” `),
      'was deleted in the tracker, so there is nothing left to comment on.',
    ),
    'Reply in the thread of another task, or find one with /onboard task.',
  )

/** To a person who replies under a card that is in no record and leads to no task here. */
export const threadNotKnown = ({ taskName }: OfTask): Message =>
  taskName === undefined
    ? message(
        'Your reply stays in Slack: the tracker knows no task of this thread any more.',
        'Comment with /onboard comment, or reply in a newer thread of the task.',
      )
    : message(
        line(
          'Your reply stays in Slack: ',
          name(`this channel does not receive the project of “${taskName}”.`),
        ),
        'Comment with /onboard comment, or subscribe the channel with /onboard subscribe and reply again.',
      )

/** To a person who replies under a digest, once per thread. */
export const digestReply = (): Message =>
  message(
    'Your reply stays in Slack: a digest is about many tasks, so it became a comment on none.',
    'Comment with /onboard comment TASK TEXT, or reply in the task’s own thread.',
  )

/** Does not name the task. */
export const taskNotShared = (): Message =>
  message(
    'This task is not shared with this channel any more, so it takes no comments from here.',
    'Ask the team in this channel.',
  )
