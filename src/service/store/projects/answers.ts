import type { SubtaskRow } from '../rows.ts'
import type { Question } from '../playbooks/content.ts'

export interface Answer {
  readonly key: string
  readonly name: string
  readonly answer: unknown
}

export const questionsOf = (subtask: Pick<SubtaskRow, 'configuration'>): Question[] =>
  JSON.parse(subtask.configuration) as Question[]

export const responseOf = (subtask: Pick<SubtaskRow, 'response'>): unknown =>
  subtask.response === null ? null : (JSON.parse(subtask.response) as unknown)

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The form answers of a subtask: one for each question, or the one value that was submitted. */
export const answersOf = (
  subtask: Pick<SubtaskRow, 'uuid' | 'name' | 'configuration' | 'response'>,
): Answer[] => {
  const response = responseOf(subtask)
  if (response === null) return []
  const questions = questionsOf(subtask)
  if (!isMap(response)) {
    const [question] = questions
    return [{ key: question?.key ?? subtask.uuid, name: question?.name ?? subtask.name, answer: response }]
  }
  return Object.entries(response).map(([key, answer]) => ({
    key,
    name: questions.find((question) => question.key === key)?.name ?? key,
    answer,
  }))
}

/** Whether a subtask with a form has been answered; one without a form needs no answer. */
export const isAnswered = (subtask: SubtaskRow): boolean =>
  subtask.response !== null || questionsOf(subtask).length === 0
