import { z } from 'zod'

/** For the schemas of stored facts, also of the previous version. A row that does not match is given up. */

export const text = z.string()
export const number = z.number()

const each = <Key extends string, Value extends z.ZodType>(value: Value, keys: readonly Key[]) =>
  Object.fromEntries(keys.map((key) => [key, value])) as Record<Key, Value>
export const texts = <Key extends string>(...keys: Key[]) => each(text, keys)
export const maybe = <Key extends string>(...keys: Key[]) => each(text.optional(), keys)
export const numbers = <Key extends string>(...keys: Key[]) => each(number, keys)
export const flags = <Key extends string>(...keys: Key[]) => each(z.boolean(), keys)
export const maybeFlags = <Key extends string>(...keys: Key[]) => each(z.boolean().optional(), keys)
