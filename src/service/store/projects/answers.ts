import { z } from 'zod'
import { jsonColumn, type SubtaskRow } from '../rows.ts'
import { question } from '../playbooks/playbooks.ts'

interface Answer {
  readonly key: string
  readonly name: string
  readonly answer: unknown
}

const configuration = jsonColumn('subtask.configuration', z.array(question))
const response = jsonColumn('subtask.response', z.unknown())
const answers = z.record(z.string(), z.unknown())

export const questionsOf = (subtask: Pick<SubtaskRow, 'configuration'>) =>
  configuration(subtask.configuration)

/** One value, or an answer for each question key. Null before the first answer. */
export const responseOf = (subtask: Pick<SubtaskRow, 'response'>): unknown =>
  subtask.response === null ? null : response(subtask.response)

export const answersOf = (subtask: SubtaskRow): Answer[] => {
  const given = answerIn(responseOf(subtask))
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

const isBlank = (answer: unknown): boolean =>
  answer === null || answer === undefined || (typeof answer === 'string' && answer.trim() === '')

/** Drops empty texts, also in lists and under keys. Null if nothing is left. */
export const answerIn = (given: unknown): unknown => {
  if (isBlank(given)) return null
  if (typeof given !== 'object' || given === null) return given
  if (Array.isArray(given)) {
    const items = given.filter((one) => !isBlank(one))
    return items.length > 0 ? items : null
  }
  const entries = Object.entries(given).filter(([, one]) => !isBlank(one))
  return entries.length > 0 ? Object.fromEntries(entries) : null
}

/** A subtask without a form counts as answered. */
export const isAnswered = (subtask: SubtaskRow): boolean =>
  answerIn(responseOf(subtask)) !== null || questionsOf(subtask).length === 0
