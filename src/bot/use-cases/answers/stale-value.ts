import { z } from 'zod'

/** What a button or dialog carries is nothing that we put there: it is of another version, or made up. */
export class StaleValue extends Error {
  override name = 'StaleValue' as const
}

/** JSON of this shape, or `StaleValue`. */
export const readValue = <T>(schema: z.ZodType<T>, json: string): T => {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw new StaleValue('not JSON')
  }
  const { success, data, error } = schema.safeParse(value)
  if (!success) throw new StaleValue(z.prettifyError(error))
  return data
}
