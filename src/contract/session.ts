import { z } from 'zod'

export const sessionInput = z.strictObject({ token: z.string().min(1) })
/** The shape is ours. The id is valid as a bearer token for `expires_in` seconds. */
export const session = z.looseObject({ session_id: z.string(), expires_in: z.number().optional() })
