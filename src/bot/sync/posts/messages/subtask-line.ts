import { z } from 'zod'
import { maybe, text } from '../../../kit/facts.ts'
import {
  bold,
  line,
  type Message,
  message,
  name,
  namedWhole,
  note,
  answerText,
} from '../../../kit/message.ts'

export const subtaskLineSchema = z.object({
  name: text,
  change: z.enum(['completed', 'answered', 'reopened']),
  ...maybe('taskName', 'byName'),
  answer: z.unknown().optional(),
})
export type SubtaskLineFacts = z.output<typeof subtaskLineSchema>

const verbs = {
  completed: 'Subtask completed: ',
  answered: 'Subtask answered: ',
  reopened: 'Subtask reopened: ',
}

export const subtaskLine = (facts: SubtaskLineFacts): Message =>
  message(
    line(
      verbs[facts.change],
      bold(facts.name),
      facts.taskName !== undefined && name(` in “${facts.taskName}”`),
      facts.byName !== undefined && name(`, by ${facts.byName}`),
    ),
    facts.answer !== undefined && line('Answer: ', name(answerText(facts.answer))),
    !namedWhole(answerText(facts.answer)) && note('The rest of the answer is in the tracker.'),
  )
