import { z } from 'zod'

/** The shape is ours. `month` is YYYY-MM in UTC. */
export const usage = z.looseObject({
  month: z.string().optional(),
  used: z.number().optional(),
  quota: z.number().optional(),
  remaining: z.number().optional(),
})
