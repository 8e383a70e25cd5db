import { z } from 'zod'
import { numbers } from '../../../kit/facts.ts'
import { type Message, message } from '../../../kit/message.ts'
import { count } from '../../../kit/text/words.ts'

export const missedSchema = z.object(numbers('projects'))

/** Introduces what the daily comparison found without an event. */
export const missed = ({ projects }: z.output<typeof missedSchema>): Message =>
  message(`The daily check found ${count(projects, 'completed project')} that the tracker hadn’t announced:`)
