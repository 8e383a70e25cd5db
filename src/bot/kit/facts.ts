import { z } from 'zod'

/** For schemas of stored facts, which the previous version may have stored. A row that doesn't match is given up. */

export const text = z.string()
export const number = z.number()

const each = <Key extends string, Value extends z.ZodType>(value: Value, keys: readonly Key[]) =>
  Object.fromEntries(keys.map((key) => [key, value])) as Record<Key, Value>
export const texts = <Key extends string>(...keys: Key[]) => each(text, keys)
export const optionalTexts = <Key extends string>(...keys: Key[]) => each(text.optional(), keys)
export const numbers = <Key extends string>(...keys: Key[]) => each(number, keys)
export const flags = <Key extends string>(...keys: Key[]) => each(z.boolean(), keys)
export const optionalFlags = <Key extends string>(...keys: Key[]) => each(z.boolean().optional(), keys)

/** Who reopened what the message says is completed, and when. */
const reopenedSchema = z.object({ at: text, by: text.optional() })
export const reopenedShape = { reopened: reopenedSchema.optional() }
export type Reopened = z.output<typeof reopenedSchema>

/**
 * Facts that people outside the team may read: what the customer's portal shows. Only such a schema makes them, and it
 * keeps nothing else.
 */
export const portalFacts = <Facts>(schema: z.ZodType<Facts>) =>
  schema as unknown as z.ZodType<Facts & PortalFacts>
declare const portal: unique symbol
export interface PortalFacts {
  readonly [portal]: true
}

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
