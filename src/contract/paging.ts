import { z } from 'zod'
import { limits } from './limits.ts'

/** In a query string only digits: `Number` would also read `0x10`, `1e2` and ` 5`. */
const digits = /^\d+$/

/** Takes the digits of a query string, or a number from a caller in this process. */
const whole = (schema: z.ZodNumber) =>
  z.preprocess((given) => (typeof given === 'string' && digits.test(given) ? Number(given) : given), schema)

const pageSize = { error: `Must be a whole number from 1 to ${limits.pageMaximum}.` }
// A default would be missing in OpenAPI, because the text is converted.
export const limit = whole(
  z.number(pageSize).int(pageSize).min(1, pageSize).max(limits.pageMaximum, pageSize),
)
  .prefault(limits.pageDefault)
  .meta({ description: `Page size, 1 to ${limits.pageMaximum}.` })

const skipped = { error: 'Must be a whole number, 0 or more.' }
/** How many entries to skip. Not in the interface, see docs/interface-choices.md. */
export const offset = whole(z.number(skipped).int(skipped).min(0, skipped)).prefault(0)

/** Python clients write `True`. */
const yes = ['true', 'True', 'TRUE', '1'] as const
const no = ['false', 'False', 'FALSE', '0'] as const

/** Text from a query string, or a boolean from a caller in this process. */
export const flag = z.union(
  [z.boolean(), z.enum([...yes, ...no]).transform((text): boolean => yes.some((word) => word === text))],
  { error: 'Must be true or false.' },
)

export const pagination = z.looseObject({
  total: z.preprocess(
    (said) => (typeof said === 'string' && digits.test(said) ? Number(said) : said),
    z.number().int(),
  ),
})
