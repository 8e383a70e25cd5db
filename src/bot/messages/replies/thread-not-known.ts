import { line, type Message, message, name } from '../kit/message.ts'

export interface ThreadNotKnownFacts {
  /** Undefined where the tracker has no such task, or Slack does not say which it is. */
  taskName?: string | undefined
}

/** To a person who replies under a card of ours that we have no record of, and that leads to no task here. */
export const threadNotKnown = (facts: ThreadNotKnownFacts): Message =>
  message(
    line(
      'Your reply stays in Slack: ',
      facts.taskName === undefined
        ? 'the tracker knows no task of this thread any more.'
        : name(`this channel does not receive the project of “${facts.taskName}”.`),
    ),
    line(
      facts.taskName === undefined
        ? 'Comment with /onboard comment, or reply in a newer thread of the task.'
        : 'Comment with /onboard comment, or subscribe the channel with /onboard subscribe and reply again.',
    ),
  )
