import { z } from 'zod'
import type { Queries } from '../../../store/database.ts'
import { readJson } from '../../../store/read-json.ts'
import { dropKey, readKey, keysUnder, writeKey } from '../../../store/key-values.ts'

const yourDaySchema = z.object({
  /** The IANA time zone where the person was when the next one was planned. */
  timeZone: z.string(),
  /** When the last one was made, in ms. */
  sent: z.number().optional(),
})
/** A person gets *Your day*. */
export type YourDay = z.infer<typeof yourDaySchema>

const prefix = 'your-day:'
/** Throws `GiveUp` if the text can't be read. */
export const yourDayIn = (user: string, text: string): YourDay => readJson(prefix + user, yourDaySchema, text)

/** Undefined if the person didn't turn it on. */
export const yourDayOf = async (sql: Queries, user: string): Promise<YourDay | undefined> => {
  const text = await readKey(sql, prefix + user)
  return text === undefined ? undefined : yourDayIn(user, text)
}

/** Undefined turns it off. */
export const putYourDay = (sql: Queries, user: string, to: YourDay | undefined): Promise<void> =>
  to === undefined ? dropKey(sql, prefix + user) : writeKey(sql, prefix + user, JSON.stringify(to))

/** Each person's text is for `yourDayIn`. */
export const everyYourDay = async (sql: Queries): Promise<[user: string, text: string][]> => [
  ...(await keysUnder(sql, prefix)),
]
