import { z } from 'zod'
import { deny } from './context.ts'

/** What a request holds, or 400 with what is wrong with it. */
export const read = <Shape extends z.ZodType>(shape: Shape, value: unknown): z.infer<Shape> => {
  const result = shape.safeParse(value)
  return result.success ? result.data : deny(400, z.prettifyError(result.error))
}
