import { z } from 'zod'

const count = z.number().optional().catch(undefined)

/** The shape is ours: of another tracker, a field of another type counts as absent. `month` is YYYY-MM in UTC. */
export const usage = z.looseObject({
  month: z.string().optional().catch(undefined),
  used: count,
  quota: count,
  remaining: count,
})

export const sessionInput = z.strictObject({ token: z.string().min(1) })
/** The shape is ours. The id is valid as a bearer token for `expires_in` seconds. */
export const session = z.looseObject({ session_id: z.string(), expires_in: z.number().optional() })
