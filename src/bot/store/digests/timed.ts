import { z } from 'zod'
import type { Queries } from '../database.ts'
import { readJson } from '../read-json.ts'
import { dropSetting, readSetting, settingsUnder, writeSetting } from '../settings.ts'

/** `report`: a channel's or a person's weekly report. `mine`: a person's daily digest. */
export const timedKinds = ['report', 'mine'] as const
export type TimedKind = (typeof timedKinds)[number]

const schedule = z.object({
  every: z.enum(['daily', 'weekly']),
  /** For a weekly one: 1 is Monday. */
  day: z.number(),
  /** `HH:MM` in an IANA time zone. */
  at: z.string(),
  timeZone: z.string(),
  /** When the last one was made, in ms. */
  sent: z.number().optional(),
})
export type TimedSchedule = z.infer<typeof schedule>

export interface Timed {
  what: TimedKind
  /** A channel, or a person who gets it directly. */
  to: string
}

const keyOf = ({ what, to }: Timed) => `timed:${what}:${to}`
const read = (key: string, text: string) => readJson(key, schedule, text)

export const timedSchedule = async (sql: Queries, timed: Timed): Promise<TimedSchedule | undefined> => {
  const text = await readSetting(sql, keyOf(timed))
  return text === undefined ? undefined : read(keyOf(timed), text)
}

/** Undefined turns it off. */
export const putTimed = (sql: Queries, timed: Timed, to: TimedSchedule | undefined): Promise<void> =>
  to === undefined ? dropSetting(sql, keyOf(timed)) : writeSetting(sql, keyOf(timed), JSON.stringify(to))

export const allTimed = async (sql: Queries): Promise<(Timed & { schedule: TimedSchedule })[]> => {
  const found = await Promise.all(
    timedKinds.map(async (what) =>
      [...(await settingsUnder(sql, keyOf({ what, to: '' })))].map(([to, text]) => ({
        what,
        to,
        schedule: read(keyOf({ what, to }), text),
      })),
    ),
  )
  return found.flat()
}
