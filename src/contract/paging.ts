import { z } from 'zod'
import { limits } from './limits.ts'

const whole = (least: number, error: string) =>
  z.coerce.number({ error }).int({ error }).min(least, { error })

const pageSize = `Must be a whole number from 1 to ${limits.pageMaximum}.`
/** Parses `limit` from a query string. */
export const limit = whole(1, pageSize)
  .max(limits.pageMaximum, { error: pageSize })
  .default(limits.pageDefault)
  .meta({ description: `Page size, 1 to ${limits.pageMaximum}.` })

/** How many entries to skip. Not in the interface, see docs/interface-choices.md. */
export const offset = whole(0, 'Must be a whole number, 0 or more.').default(0)

/** Python clients write `True`. */
const yes = ['true', 'True', 'TRUE', '1'] as const
const no = ['false', 'False', 'FALSE', '0'] as const

/** Text from a query string, or a boolean from a caller in this process. */
export const flag = z.union(
  [z.boolean(), z.enum([...yes, ...no]).transform((text): boolean => yes.some((word) => word === text))],
  { error: 'Must be true or false.' },
)

export const pagination = z.looseObject({ total: z.number().int() })
