import { z } from 'zod'
import { deny } from './context.ts'

/** Parses a request. Answers 400 with what is wrong if it does not fit. */
export const read = <Shape extends z.ZodType>(shape: Shape, value: unknown): z.infer<Shape> => {
  const result = shape.safeParse(value)
  return result.success ? result.data : deny(400, z.prettifyError(result.error))
}
