import { z } from 'zod'
import { maybe, text } from '../../../kit/facts.ts'
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
  answerText,
} from '../../../kit/message.ts'
import { count } from '../../../kit/text/words.ts'

const answer = z.object({ name: text, answer: z.unknown() })
type Answer = z.output<typeof answer>

export const taskCompletedSchema = z.object({
  taskName: text,
  ...maybe('completedBy', 'completedDate', 'nextTaskName', 'nextTaskUrl', 'url'),
  /** The event's `subtasks_answers`, in the form's order. */
  answers: z.array(answer).readonly().optional(),
})
export type TaskCompletedFacts = z.output<typeof taskCompletedSchema>

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
