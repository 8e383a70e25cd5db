import { z } from 'zod'

/** A value that this version did not write: it is from another version, or forged. */
export class StaleValue extends Error {
  override name = 'StaleValue' as const
}

/** Throws `StaleValue` unless the text is JSON of this shape. */
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
