import { dayMs } from '../../contract/dates.ts'

/** Converts between local time and instants in ms. */

export const minuteMs = 60_000
export const hourMs = 3_600_000
export { dayMs }

/** `HH:MM` as minutes since midnight. */
export const minutesOf = (time: string): number => {
  const [hours = 0, rest = 0] = time.split(':').map(Number)
  return hours * 60 + rest
}

const clockIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', {
    // Slack knows zones that this Node doesn't, and sends empty ones.
    timeZone: isTimeZone(timeZone) ? timeZone : 'UTC',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })

/** The local time of an instant, encoded as if it were UTC. */
export const wallAt = (timeZone: string, now: number): number => {
  const parts = clockIn(timeZone).formatToParts(now)
  const at = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0)
  const seconds = Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'))
  return seconds + (now % 1_000)
}

/** A local time's instants: two in the hour that autumn repeats; a later one in the hour spring skips. */
export const instantsOf = (timeZone: string, wall: number): readonly number[] => {
  const offsets = [wall - dayMs, wall + dayMs].map((near) => wallAt(timeZone, near) - near)
  const found = [...new Set(offsets.map((offset) => wall - offset))].sort((one, other) => one - other)
  const shown = found.filter((instant) => wallAt(timeZone, instant) === wall)
  return shown.length > 0 ? shown : found.slice(-1)
}

/** The last local midnight before an instant, encoded as in `wallAt`. */
export const midnight = (timeZone: string, now: number): number =>
  Math.floor(wallAt(timeZone, now) / dayMs) * dayMs

export const dayAt = (timeZone: string, now: number): string =>
  new Date(wallAt(timeZone, now)).toISOString().slice(0, 10)

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
