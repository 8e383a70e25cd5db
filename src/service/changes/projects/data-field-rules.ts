import { isoDate } from '../../../contract/dates.ts'
import { choicesOf } from '../../store/projects/data-fields.ts'
import type { DataFieldRow } from '../../store/rows.ts'

const longest = 10_000

const rules: Record<
  DataFieldRow['kind'],
  (value: unknown, choices: readonly string[]) => string | undefined
> = {
  text: (value) =>
    typeof value === 'string' && value.length <= longest
      ? undefined
      : `must be text of at most ${longest} characters.`,
  number: (value) => (typeof value === 'number' && Number.isFinite(value) ? undefined : 'must be a number.'),
  boolean: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false.'),
  date: (value) =>
    typeof value === 'string' && isDay(value) ? undefined : 'must be a date in the format YYYY-MM-DD.',
  choice: (value, choices) =>
    typeof value === 'string' && choices.includes(value)
      ? undefined
      : `must be one of ${choices.join(', ')}.`,
}

const isDay = (text: string) => {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isFinite(ms) && isoDate(ms) === text
}

/** Why a value cannot be written to a field; undefined when it can. Null empties any field. */
export const problemWith = (
  field: Pick<DataFieldRow, 'kind' | 'choices'>,
  value: unknown,
): string | undefined => (value === null ? undefined : rules[field.kind](value, choicesOf(field)))
