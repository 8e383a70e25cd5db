import { type Message, message } from '../kit/message.ts'
import { count } from '../kit/words.ts'

export interface MissedFacts {
  projects: number
}

/** Above what the daily comparison found: things that no event announced. */
export const missed = ({ projects }: MissedFacts): Message =>
  message(
    `The daily comparison with the tracker found ${count(projects, 'completed project')} of which no event told:`,
  )
