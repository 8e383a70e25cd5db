import { LRUCache } from 'lru-cache'
import { dayMs } from '../../contract/dates.ts'

/** Converts between local time and instants in ms. */

/** `wall`: the time of day in ms. `ticks`: ms since some moment, by a clock that nobody sets. */
export interface MachineClock {
  readonly wall: () => number
  readonly ticks: () => number
}

/** Everything else of the bot is handed its clocks. The linter holds that. */
export const machineClock: MachineClock = { wall: () => Date.now(), ticks: () => performance.now() }

export const minuteMs = 60_000
export const hourMs = 3_600_000
export { dayMs }

/** `HH:MM` as minutes since midnight. */
export const minutesOf = (time: string): number => {
  const [hours = 0, rest = 0] = time.split(':').map(Number)
  return hours * 60 + rest
}

/** Cached by time zone, because it takes a tenth of a millisecond to make one. */
const formatters = (locale: string, options: Intl.DateTimeFormatOptions) =>
  new LRUCache<string, Intl.DateTimeFormat>({
    max: 500,
    memoMethod: (timeZone) => {
      // Slack knows zones that this Node doesn't, and sends empty ones.
      const zone = isTimeZone(timeZone) ? timeZone : 'UTC'
      return new Intl.DateTimeFormat(locale, { ...options, timeZone: zone })
    },
  })

const clocks = formatters('en-US', {
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
})
/** Swedes write days as ISO 8601 does. */
const days = formatters('sv-SE', { dateStyle: 'short' })

/** The local time of an instant, encoded as if it were UTC. */
export const wallAt = (timeZone: string, now: number): number => {
  const at: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of clocks.memo(timeZone).formatToParts(now)) at[type] = Number(value)
  const { year = 0, month = 0, day, hour, minute, second } = at
  return Date.UTC(year, month - 1, day, hour, minute, second) + (now % 1_000)
}

/** The instants of a local time: two in the hour that autumn repeats, a later one in the hour that spring skips. */
export const instantsOf = (timeZone: string, wall: number): readonly number[] => {
  const offsets = [wall - dayMs, wall + dayMs].map((near) => wallAt(timeZone, near) - near)
  const candidates = [...new Set(offsets.map((offset) => wall - offset))].sort((one, other) => one - other)
  const exact = candidates.filter((instant) => wallAt(timeZone, instant) === wall)
  return exact.length > 0 ? exact : candidates.slice(-1)
}

/** The last local midnight before an instant, encoded as in `wallAt`. */
export const midnight = (timeZone: string, now: number): number =>
  Math.floor(wallAt(timeZone, now) / dayMs) * dayMs

/** The local day of an instant: `2026-12-31`. */
export const dayAt = (timeZone: string, now: number): string => days.memo(timeZone).format(now)

export const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Nine o'clock on the next local day, in ms. Handles daylight saving time. */
export const morningAfter = (timeZone: string, now: number): number => {
  const nine = midnight(timeZone, now) + dayMs + 9 * 60 * minuteMs
  return instantsOf(timeZone, nine)[0] ?? nine
}

/** Saturday and Sunday, by the local time as `wallAt` encodes it. */
const isWeekend = (wall: number): boolean => [0, 6].includes(new Date(wall).getUTCDay())

/** The same time of day that many working days later, in ms. What happens on a weekend counts from Monday on. */
export const workingDaysAfter = (timeZone: string, from: number, days: number): number => {
  let wall = wallAt(timeZone, from)
  if (isWeekend(wall)) wall = Math.floor(wall / dayMs) * dayMs
  while (isWeekend(wall)) wall += dayMs
  for (let left = days; left > 0; left -= isWeekend(wall) ? 0 : 1) wall += dayMs
  return instantsOf(timeZone, wall)[0] ?? wall
}

/** The result, or undefined if it fails or comes too late. */
export const within = async <T>(ms: number, work: Promise<T>): Promise<T | undefined> => {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), ms)
  try {
    return await Promise.race([work.catch(() => undefined), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

type Outcome<T> = { state: 'done'; value: T } | { state: 'failed'; error: unknown }

/** Never rejects, so that a failure differs from a late answer. */
export const settled = async <T>(work: Promise<T>): Promise<Outcome<T>> => {
  try {
    return { state: 'done', value: await work }
  } catch (error) {
    return { state: 'failed', error }
  }
}
