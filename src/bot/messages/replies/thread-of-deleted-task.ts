import { line, type Message, message, name } from '../kit/message.ts'

export interface ThreadOfDeletedTaskFacts {
  taskName?: string | undefined
}

/** To a person who replies in the thread of a task that no longer exists. */
export const threadOfDeletedTask = (facts: ThreadOfDeletedTaskFacts): Message =>
  message(
    line(
      'Your reply stays in Slack: the task ',
      facts.taskName !== undefined && name(`“${facts.taskName}” `),
      'was deleted in the tracker, so there is nothing left to comment on.',
    ),
    line('Reply in the thread of another task, or find one with /onboard task.'),
  )
