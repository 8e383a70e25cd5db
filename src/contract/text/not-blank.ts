import { z } from 'zod'

/** Keeps white space, but refuses text that is nothing else. */
export const notBlank = (max: number, error = 'Must not be blank.') =>
  z
    .string()
    .max(max)
    .refine((text) => text.trim() !== '', { error })
