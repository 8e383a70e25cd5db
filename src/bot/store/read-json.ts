import { z } from 'zod'
import { GiveUp } from '../../lanes/lanes.ts'

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * What a column of JSON holds. Text of another form fails the one job that needs it, with this reason, and no
 * retry is wasted on it.
 */
export const readJson = <T>(what: string, schema: z.ZodType<T>, text: string): T => {
  const read = schema.safeParse(parse(text))
  if (read.success) return read.data
  throw new GiveUp(`${what} cannot be read: ${z.prettifyError(read.error)}`)
}
