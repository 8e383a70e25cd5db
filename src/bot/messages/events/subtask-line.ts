import { bold, line, type Message, message, name, namedWhole, note } from '../kit/message.ts'
import { answerText } from '../kit/answer-text.ts'

export interface SubtaskLineFacts {
  name: string
  taskName?: string | undefined
  change: 'completed' | 'answered' | 'reopened'
  byName?: string | undefined
  answer?: unknown
}

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
