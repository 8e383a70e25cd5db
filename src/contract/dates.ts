import { z } from 'zod'

/** The interface uses MM/DD/YYYY in project creation, YYYY-MM-DD in lists, and ISO 8601 in events ("Versioning" 4). */
export type IsoDate = `${number}-${number}-${number}`

const us = /^(\d{2})\/(\d{2})\/(\d{4})$/
const iso = /^(\d{4})-(\d{2})-(\d{2})$/

/** Other years are typing errors. JavaScript also reads 26 as 1926. */
const [firstYear, lastYear] = [1970, 2100]
const isYear = (year: number): boolean => year >= firstYear && year <= lastYear
const wrongYear = `The year must be from ${firstYear} to ${lastYear}.`

const isCalendarDate = (year: number, month: number, day: number) => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && isYear(year)
}

/** `12/31/2026` → `2026-12-31`. Undefined for anything else, such as `02/30/2026` and ISO dates. */
export const isoFromUs = (text: string): IsoDate | undefined => {
  const [, month, day, year] = us.exec(text) ?? []
  if (!month || !day || !year || !isCalendarDate(+year, +month, +day)) return undefined
  return `${year}-${month}-${day}` as IsoDate
}

/** Trackers may send times as seconds or milliseconds since 1970. Before 2000, the number means something else. */
export const isoFromNumber = (value: number): string | undefined => {
  const ms = value < Date.UTC(lastYear) / 1_000 ? value * 1_000 : value
  return ms >= Date.UTC(2_000) && ms < Date.UTC(lastYear) ? new Date(ms).toISOString() : undefined
}

/** A day, or a time, as trackers write it. Undefined for a day that never was, such as `2026-02-30`, and for other text. */
export const dateIn = (value: unknown): string | undefined => {
  if (typeof value === 'number') return isoFromNumber(value)
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?!\d)/.exec(text) ?? []
  if (!year || !month || !day) return isoFromUs(text)
  return isCalendarDate(+year, +month, +day) ? text : undefined
}

/** What is wrong with a date. Undefined if `isoFromUs` takes it. */
export const problemWithUsDate = (text: string): string | undefined => {
  if (isoFromUs(text) !== undefined) return undefined
  const year = us.exec(text)?.[3]
  return year !== undefined && !isYear(+year) ? wrongYear : 'Must be a date in the format MM/DD/YYYY.'
}

/** A date as forms and fields have it: `2026-12-31`. */
export const isoDay = (error = 'Must be a date in the format YYYY-MM-DD.') =>
  z.iso.date(error).refine((day) => isYear(Number(day.slice(0, 4))), { error: wrongYear, abort: true })

/** `2026-12-31` → `12/31/2026`. Undefined for anything else. */
export const usFromIso = (text: string): string | undefined => {
  const [, year, month, day] = iso.exec(text) ?? []
  if (!month || !day || !year || !isCalendarDate(+year, +month, +day)) return undefined
  return `${month}/${day}/${year}`
}

/** `2026-11-21`, in UTC. */
export const isoDate = (ms: number): IsoDate => new Date(ms).toISOString().slice(0, 10) as IsoDate

/** `2026-11`, in UTC. */
export const isoMonth = (ms: number): string => new Date(ms).toISOString().slice(0, 7)

/** Null and undefined stay as they are. */
export const isoTime = <Time extends number | null | undefined>(ms: Time) =>
  (typeof ms === 'number' ? new Date(ms).toISOString() : ms) as string | Exclude<Time, number>

export const dayMs = 86_400_000

/** `addDays('2026-12-31', 1)` → `2027-01-01`. */
export const addDays = (date: IsoDate, days: number): IsoDate => isoDate(Date.parse(date) + days * dayMs)

/** Negative when `to` is earlier. */
export const daysBetween = (from: IsoDate, to: IsoDate): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs)

/** The clocks of different machines differ by less. */
export const clockSlackMs = 60_000

/**
 * A stored time in the future was written before the clock was set back; by how much is unknown. Check this before
 * every wait that starts at a stored time, or setting the clock back an hour makes the wait an hour longer. Lanes check
 * their rows the same way, in SQL.
 */
export const wasPutBack = (noted: number, now: number): boolean => noted > now + clockSlackMs

/** How much of a wait is left, in ms. Also 0 if the clock was set back meanwhile, so use it where early does no harm. */
export const waitLeft = (since: number, ms: number, now: number): number =>
  wasPutBack(since, now) ? 0 : Math.max(0, since + ms - now)

/**
 * Aborts the signal if the work takes longer than `ms`. `AbortSignal.timeout` would also fire after the work is done,
 * which costs as much as a small SQL statement.
 */
export const withDeadline = async <R>(ms: number, work: (signal: AbortSignal) => Promise<R>): Promise<R> => {
  const deadline = new AbortController()
  const late = () => deadline.abort(new DOMException('no answer in time', 'TimeoutError'))
  const timer = setTimeout(late, ms)
  try {
    return await work(deadline.signal)
  } finally {
    clearTimeout(timer)
  }
}
