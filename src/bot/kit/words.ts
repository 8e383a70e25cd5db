import { daysBetween, type IsoDate } from '../../contract/dates.ts'

/** `count(1, 'project')` → `1 project`; `count(3, 'reply', 'replies')` → `3 replies`. */
export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`

/** `['a', 'b', 'c']` → `a, b and c`. */
export const listed = (words: readonly string[], last = 'and'): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1) ?? ''}`

/** `completed tasks` → `Completed tasks`. */
export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** The calendar day of `2026-12-31` or of an instant of ISO 8601; undefined for anything else. */
export const isoDay = (date: string | undefined): IsoDate | undefined =>
  date !== undefined && /^\d{4}-\d{2}-\d{2}/.test(date) ? (date.slice(0, 10) as IsoDate) : undefined

/** Whole days between the dates: positive is late. Undefined if either is not a date. */
export const daysLate = (planned: string | undefined, actual: string | undefined): number | undefined => {
  const [from, to] = [isoDay(planned), isoDay(actual)]
  if (!from || !to) return undefined
  const days = daysBetween(from, to)
  return Number.isNaN(days) ? undefined : days
}

/** `3 days late`, `1 day early`, `on time`. */
export const lateness = (days: number): string => {
  if (days === 0) return 'on time'
  return `${count(Math.abs(days), 'day')} ${days > 0 ? 'late' : 'early'}`
}

/** `Which region?` stays; `Region` → `Region:`. */
export const asked = (question: string): string => (/[?:]\s*$/.test(question) ? question : `${question}:`)

/** Another person's sentence without its period, for use inside ours. */
export const unstopped = (text: string): string => text.trim().replace(/[.\s]+$/, '')

export const theTask = ({ taskName }: { taskName?: string | undefined }): string =>
  taskName === undefined ? 'the task' : `“${taskName}”`
