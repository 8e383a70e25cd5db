import { z } from 'zod'
import { GiveUp } from '../../lanes/lanes.ts'

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Throws `GiveUp` if the text does not match, so that only this job fails, without retries. */
export const readJson = <T>(what: string, schema: z.ZodType<T>, text: string): T => {
  const read = schema.safeParse(parse(text))
  if (read.success) return read.data
  throw new GiveUp(`${what} cannot be read: ${z.prettifyError(read.error)}`)
}
