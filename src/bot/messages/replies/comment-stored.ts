import { line, type Message, message, name } from '../kit/message.ts'

export interface CommentStoredFacts {
  /** Undefined while nobody said. */
  taskName?: string | undefined
}

/** The answer to a comment while the tracker has not confirmed it yet. */
export const commentStored = (facts: CommentStoredFacts): Message =>
  message(
    line(
      'Your comment is on its way to the task',
      facts.taskName !== undefined && name(` “${facts.taskName}”`),
      '. You hear when it is there.',
    ),
  )
