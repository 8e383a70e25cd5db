import type { z } from 'zod'

/** Reads a JSON column with its schema. An invalid value is an error that names the column. */
export const jsonColumn =
  <S extends z.ZodType>(column: `${string}.${string}`, schema: S) =>
  (text: string): z.output<S> => {
    try {
      return schema.parse(JSON.parse(text))
    } catch (cause) {
      throw new TypeError(`${column} holds an unexpected value`, { cause })
    }
  }
