import type { z } from 'zod'

/** Reads a column that holds JSON, in the shape of its schema; what has another is an error that names the column. */
export const jsonColumn =
  <S extends z.ZodType>(column: `${string}.${string}`, schema: S) =>
  (text: string): z.output<S> => {
    try {
      return schema.parse(JSON.parse(text))
    } catch (cause) {
      throw new TypeError(`${column} holds something else than it should`, { cause })
    }
  }
