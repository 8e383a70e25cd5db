import { z } from 'zod'
import { isBlank } from './folded.ts'

/** Keeps white space and invisible characters, but refuses text that is nothing else. */
export const notBlank = (max: number, error = 'Must not be blank.') =>
  z
    .string()
    .max(max)
    .refine((text) => !isBlank(text), { error })
