import { z } from 'zod'
import { maybe, text } from '../../kit/facts.ts'
import { whoReadsReplies, type FlatTask } from '../../kit/task-card.ts'
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
  message,
} from '../../kit/message.ts'
import { asked, count } from '../../kit/words.ts'

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

const answerLines = ({ answers = [] }: TaskCompletedFacts, shown: readonly Answer[]) => {
  const hidden = answers.length - shown.length
  return [
    ...shown.map((entry) => line(bold(asked(entry.name)), ' ', name(answerText(entry.answer)))),
    shown.some((entry) => !namedWhole(answerText(entry.answer))) &&
      note('The rest of an answer is in the tracker.'),
    hidden > 0 && note(`${count(hidden, 'more answer')} in the tracker.`),
  ]
}

/** In the task's thread. */
export const taskCompletedLine = (facts: TaskCompletedFacts): Message =>
  messageOfMost(facts.answers ?? [], answersShown, (shown) => [
    line(
      'Task completed: ',
      link(facts.url, facts.taskName, { bold: true }),
      facts.completedBy !== undefined && name(`, by ${facts.completedBy}`),
      facts.completedDate !== undefined && [', ', when(facts.completedDate)],
    ),
    ...answerLines(facts, shown),
    facts.nextTaskName !== undefined && line('Next task: ', link(facts.nextTaskUrl, facts.nextTaskName)),
  ])

/** In the channel itself, where the task has no thread: one line, and its form's answers if there are any. */
export const taskCompletedAlone = ({ task, ...facts }: TaskCompletedFacts & { task: FlatTask }): Message =>
  messageOfMost(facts.answers ?? [], answersShown, (shown) => [
    line(
      '✅ ',
      link(task.url, facts.taskName, { bold: true }),
      facts.completedBy === undefined ? ' completed' : name(` completed by ${facts.completedBy}`),
      task.projectName !== undefined && name(` · ${task.projectName}`),
      facts.nextTaskName !== undefined && [' · Next: ', link(facts.nextTaskUrl, facts.nextTaskName)],
      ` · ${whoReadsReplies(task)}`,
    ),
    ...answerLines(facts, shown),
  ])

export const subtaskLineSchema = z.object({
  name: text,
  change: z.enum(['completed', 'answered', 'reopened']),
  ...maybe('taskName', 'byName'),
  answer: z.unknown().optional(),
})
type SubtaskLineFacts = z.output<typeof subtaskLineSchema>

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
