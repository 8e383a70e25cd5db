import { z } from 'zod'
import { limits } from './limits.ts'

const pageSize = `Must be a whole number from 1 to ${limits.pageMaximum}.`
/** From a query string: a whole number, 1 to 200, default 50. */
export const limit = z.coerce
  .number({ error: pageSize })
  .int({ error: pageSize })
  .min(1, { error: pageSize })
  .max(limits.pageMaximum, { error: pageSize })
  .default(limits.pageDefault)
  .meta({ description: `Page size, 1 to ${limits.pageMaximum}.` })

const leftOut = 'Must be a whole number, 0 or more.'
/** How many entries to skip. Not in the interface; see docs/interface-choices.md. */
export const offset = z.coerce
  .number({ error: leftOut })
  .int({ error: leftOut })
  .min(0, { error: leftOut })
  .default(0)

/** Spellings in query strings: Python writes `True`. */
const yes = ['true', 'True', 'TRUE', '1'] as const
const no = ['false', 'False', 'FALSE', '0'] as const

/** Text in a query string, or a boolean from a caller in process. */
export const flag = z.union(
  [z.boolean(), z.enum([...yes, ...no]).transform((text): boolean => yes.some((word) => word === text))],
  { error: 'Must be true or false.' },
)

export const pagination = z.looseObject({ total: z.number().int() })
