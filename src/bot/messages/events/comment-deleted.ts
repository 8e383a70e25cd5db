import { italic, line, type Message, message } from '../kit/message.ts'

export interface CommentDeletedFacts {
  authorName: string
}

/** Takes the place of a comment that was deleted in the tracker; the thread keeps its shape. */
export const commentDeleted = (facts: CommentDeletedFacts): Message =>
  message(line(italic(`A comment by ${facts.authorName} was deleted in the tracker.`)))
