import { z } from 'zod'

const count = z.number().optional().catch(undefined)

/** The shape is ours: of another tracker, a field of another type counts as absent. `month` is YYYY-MM in UTC. */
export const usage = z.looseObject({
  month: z.string().optional().catch(undefined),
  used: count,
  quota: count,
  remaining: count,
})
