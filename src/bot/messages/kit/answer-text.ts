import { dayText } from './mrkdwn.ts'

const plainValue = (value: object): string => {
  const record = value as Record<string, unknown>
  const named = record['label'] ?? record['name'] ?? record['value']
  return named === undefined || typeof named === 'object' ? JSON.stringify(value) : answerText(named)
}

/** Formats a form answer of any type, because the interface does not define one. A day is written out. */
export const answerText = (answer: unknown): string => {
  if (answer === null || answer === undefined || answer === '') return 'no answer'
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No'
  if (typeof answer === 'string') return /^\d{4}-\d{2}-\d{2}$/.test(answer) ? dayText(answer) : answer
  if (typeof answer === 'number' || typeof answer === 'bigint') return String(answer)
  if (Array.isArray(answer)) return answer.length ? answer.map(answerText).join(', ') : 'no answer'
  return typeof answer === 'object' ? plainValue(answer) : 'an answer'
}
