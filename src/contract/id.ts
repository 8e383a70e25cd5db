import { z } from 'zod'
import { limits } from './limits.ts'

/** A uuid, or another short name of one object. What is longer fits in no address and names nothing. */
export const id = z.string().max(limits.id)
