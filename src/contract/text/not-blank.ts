import { z } from 'zod'

/** Text as it came, white space and all; refused where there is nothing else in it. `max` counts characters. */
export const notBlank = (max: number, error = 'Must not be blank.') =>
  z
    .string()
    .max(max)
    .refine((text) => text.trim() !== '', { error })
