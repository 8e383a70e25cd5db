import type { z } from 'zod'

/** Reads a JSON column with its schema; a value that does not fit is an error with the column's name. */
export const jsonColumn =
  <S extends z.ZodType>(column: `${string}.${string}`, schema: S) =>
  (text: string): z.output<S> => {
    try {
      return schema.parse(JSON.parse(text))
    } catch (cause) {
      throw new TypeError(`${column} holds something else than it should`, { cause })
    }
  }
