import { line, type Message, message, name } from '../kit/message.ts'

interface OfTask {
  taskName?: string | undefined
}

export const oneWay = ({ taskName }: OfTask): Message =>
  message(
    line(
      'Your reply stays in Slack: this channel shows what happens in the tracker and takes no replies',
      taskName !== undefined && name(` for “${taskName}”`),
      '.',
    ),
    'Comment with /onboard comment, or ask whoever set the channel up to take replies.',
  )

export const threadOfDeletedTask = ({ taskName }: OfTask): Message =>
  message(
    line(
      'Your reply stays in Slack: the task ',
      taskName !== undefined && name(`“${taskName}” `),
      'was deleted in the tracker, so there is nothing left to comment on.',
    ),
    'Reply in the thread of another task, or find one with /onboard task.',
  )

/** For a reply under a card that is not in the ledger and belongs to no task of this channel. */
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

/** For a reply under a digest. Sent once per thread. */
export const digestReply = (): Message =>
  message(
    'Your reply stays in Slack: a digest is about many tasks, so it became a comment on none.',
    'Comment with /onboard comment TASK TEXT, or reply in the task’s own thread.',
  )

/** Does not name the task, because the channel may not see it any more. */
export const taskNotShared = (): Message =>
  message(
    'This task is not shared with this channel any more, so it takes no comments from here.',
    'Ask the team in this channel.',
  )
