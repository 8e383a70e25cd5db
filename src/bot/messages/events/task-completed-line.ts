import {
  bold,
  line,
  link,
  type Message,
  messageOfMost,
  name,
  namedWhole,
  note,
  when,
} from '../kit/message.ts'
import { answerText } from '../kit/answer-text.ts'
import { count } from '../kit/words.ts'

interface Answer {
  name: string
  answer: unknown
}

export interface TaskCompletedFacts {
  taskName: string
  completedBy?: string | undefined
  completedDate?: string | undefined
  /** The event's `subtasks_answers`, in the form's order. */
  answers?: readonly Answer[] | undefined
  nextTaskName?: string | undefined
  nextTaskUrl?: string | undefined
  url?: string | undefined
}

const answersShown = 10

const parts = (facts: TaskCompletedFacts, shown: readonly Answer[]) => {
  const hidden = (facts.answers?.length ?? 0) - shown.length
  return [
    line(
      'Task completed: ',
      link(facts.url, facts.taskName, { bold: true }),
      facts.completedBy !== undefined && name(`, by ${facts.completedBy}`),
      facts.completedDate !== undefined && [', ', when(facts.completedDate)],
    ),
    ...shown.map((entry) => line(bold(entry.name), ': ', name(answerText(entry.answer)))),
    shown.some((entry) => !namedWhole(answerText(entry.answer))) &&
      note('The rest of an answer is in the tracker.'),
    hidden > 0 && note(`${count(hidden, 'more answer')} in the tracker.`),
    facts.nextTaskName !== undefined && line('Next task: ', link(facts.nextTaskUrl, facts.nextTaskName)),
  ]
}

export const taskCompletedLine = (facts: TaskCompletedFacts): Message =>
  messageOfMost(facts.answers ?? [], answersShown, (shown) => parts(facts, shown))
