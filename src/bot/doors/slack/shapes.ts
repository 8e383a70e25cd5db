import { z } from 'zod'

/** Slack omits such a field, or sends null. */
export const maybe = z
  .string()
  .nullish()
  .transform((text) => text ?? undefined)

export const acted = z.looseObject({ trigger_id: z.string() })
