import { line, type Message, message, name } from '../kit/message.ts'

export interface OneWayFacts {
  taskName?: string | undefined
}

/** To a person who replies in a channel that takes no replies. */
export const oneWay = (facts: OneWayFacts): Message =>
  message(
    line(
      'Your reply stays in Slack: this channel shows what happens in the tracker and takes no replies',
      facts.taskName !== undefined && name(` for “${facts.taskName}”`),
      '.',
    ),
    line('Comment with /onboard comment, or ask whoever set the channel up to take replies.'),
  )
