import { z } from 'zod'

/** Shape not shown; ours. `month` is YYYY-MM in UTC, at whose turn the count starts again. */
export const usage = z.looseObject({
  month: z.string().optional(),
  used: z.number().optional(),
  quota: z.number().optional(),
  remaining: z.number().optional(),
})
