import { line, type Message, message, name } from '../kit/message.ts'

export interface ReplyWithdrawnFacts {
  taskName?: string | undefined
}

/** A reply was deleted in Slack before it was sent: there is no comment. */
export const replyWithdrawn = (facts: ReplyWithdrawnFacts): Message =>
  message(
    line(
      'Your deleted reply was not sent to ',
      name(facts.taskName === undefined ? 'the task' : `“${facts.taskName}”`),
      ': there is no comment.',
    ),
  )
