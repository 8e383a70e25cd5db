import { z } from 'zod'
import { isoDay } from '../../../contract/dates.ts'
import { choicesOf } from '../../store/projects/data-fields.ts'
import type { DataFieldRow } from '../../store/rows.ts'

type Rule = (value: unknown, choices: readonly string[]) => string | undefined

const longest = 10_000

const rule =
  (schema: z.ZodType, refusal: string): Rule =>
  (value) =>
    schema.safeParse(value).success ? undefined : refusal

const rules: Record<DataFieldRow['kind'], Rule> = {
  text: rule(z.string().max(longest), `must be text of at most ${longest} characters.`),
  number: (value) => {
    if (typeof value !== 'number') return 'must be a number.'
    // JSON can write numbers that JavaScript reads as others.
    return Number.isInteger(value) && !Number.isSafeInteger(value)
      ? 'must be a number below 9007199254740992.'
      : undefined
  },
  boolean: rule(z.boolean(), 'must be true or false.'),
  date: (value) => {
    const read = isoDay('must be a date in the format YYYY-MM-DD.').safeParse(value)
    return read.error?.issues[0]?.message
  },
  choice: (value, choices) =>
    choices.some((one) => one === value) ? undefined : `must be one of ${choices.join(', ')}.`,
}

/** Why a value cannot be written to a field; undefined when it can. Null empties any field. */
export const problemWith = (field: Pick<DataFieldRow, 'kind' | 'choices'>, value: unknown) =>
  value === null ? undefined : rules[field.kind](value, choicesOf(field))
