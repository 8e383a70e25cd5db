import { line, type Message, message, note } from '../kit/message.ts'

export interface UnexpectedFacts {
  /** The id under which the log has the error. */
  reference: string
}

/** What nobody foresaw. */
export const unexpected = ({ reference }: UnexpectedFacts): Message =>
  message(
    line('Something went wrong in the app, and what you asked for may not have happened.'),
    line('Try again. If it happens once more, tell your admin the reference.'),
    note(`Reference: ${reference}`),
  )
