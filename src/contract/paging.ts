import { z } from 'zod'
import { limits } from './limits.ts'

/** `limit` as it stands in a query string: a whole number, 1 to 200, default 50. */
export const limit = z.coerce
  .number()
  .int()
  .min(1)
  .max(limits.pageMaximum)
  .default(limits.pageDefault)
  .meta({ description: `Page size, 1 to ${limits.pageMaximum}.` })

/** How many entries to leave out first. Not shown in the interface; see docs/interface-choices.md. */
export const offset = z.coerce.number().int().min(0).default(0)

/** `true` or `false`, as text in a query string or as a boolean from a caller in process. */
export const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])

export const pagination = z.looseObject({ total: z.number().int() })
