import { z } from 'zod'
import { limits } from './limits.ts'

/** A uuid or another short id. A longer one would not fit in a URL. */
export const id = z.string().max(limits.id)

/** An id that may still be an integer. */
export const idOrInteger = z.preprocess(
  (said) => (typeof said === 'number' ? String(said) : said),
  z.string(),
)
