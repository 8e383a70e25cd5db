import { z } from 'zod'
import type { Queries } from '../../../store/database.ts'
import { readJson } from '../../../store/read-json.ts'
import { dropSetting, readSetting, settingsUnder, writeSetting } from '../../../store/settings.ts'

const mineSchema = z.object({
  /** The IANA time zone where the person was when the next one was planned. */
  timeZone: z.string(),
  /** When the last one was made, in ms. */
  sent: z.number().optional(),
})
/** A person gets *Your day*. */
export type Mine = z.infer<typeof mineSchema>

const prefix = 'mine:'
/** Throws `GiveUp` if the text can't be read. */
export const mineIn = (user: string, text: string): Mine => readJson(prefix + user, mineSchema, text)

/** Undefined if the person didn't turn it on. */
export const mineOf = async (sql: Queries, user: string): Promise<Mine | undefined> => {
  const text = await readSetting(sql, prefix + user)
  return text === undefined ? undefined : mineIn(user, text)
}

/** Undefined turns it off. */
export const putMine = (sql: Queries, user: string, to: Mine | undefined): Promise<void> =>
  to === undefined ? dropSetting(sql, prefix + user) : writeSetting(sql, prefix + user, JSON.stringify(to))

/** Each person's text is for `mineIn`. */
export const everyMine = async (sql: Queries): Promise<[user: string, text: string][]> => [
  ...(await settingsUnder(sql, prefix)),
]
