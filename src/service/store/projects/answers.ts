import { z } from 'zod'
import { jsonColumn } from '../json-column.ts'
import { question } from '../playbooks/content.ts'
import type { SubtaskRow } from '../rows.ts'

export interface Answer {
  readonly key: string
  readonly name: string
  readonly answer: unknown
}

const configuration = jsonColumn('subtask.configuration', z.array(question))
const response = jsonColumn('subtask.response', z.unknown())
const answers = z.record(z.string(), z.unknown())

export const questionsOf = (subtask: Pick<SubtaskRow, 'configuration'>) =>
  configuration(subtask.configuration)

/** What was submitted: one value, or an answer for each question's key; null before that. */
export const responseOf = (subtask: Pick<SubtaskRow, 'response'>): unknown =>
  subtask.response === null ? null : response(subtask.response)

/** The form answers of a subtask: one for each question, or the one value that was submitted. */
export const answersOf = (subtask: SubtaskRow): Answer[] => {
  const given = responseOf(subtask)
  if (given === null) return []
  const questions = questionsOf(subtask)
  const map = answers.safeParse(given)
  if (!map.success) {
    const { key = subtask.uuid, name = subtask.name } = questions[0] ?? {}
    return [{ key, name, answer: given }]
  }
  const nameOf = (key: string) => questions.find((one) => one.key === key)?.name ?? key
  return Object.entries(map.data).map(([key, answer]) => ({ key, name: nameOf(key), answer }))
}

/** Whether a subtask with a form has been answered; one without a form needs no answer. */
export const isAnswered = (subtask: SubtaskRow): boolean =>
  subtask.response !== null || questionsOf(subtask).length === 0
