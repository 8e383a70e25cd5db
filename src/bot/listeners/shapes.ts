import { z } from 'zod'

/** Slack leaves these out, or sends null. */
export const maybe = z
  .string()
  .nullish()
  .transform((text) => text ?? undefined)

export const acted = z.looseObject({ trigger_id: z.string() })
