import { type Message, message } from '../kit/message.ts'
import { count } from '../kit/words.ts'

export interface MissedFacts {
  projects: number
}

/** Introduces what the daily comparison found without an event. */
export const missed = ({ projects }: MissedFacts): Message =>
  message(`The daily check found ${count(projects, 'completed project')} that the tracker hadn’t announced:`)
