/** The clock on the wall of a time zone, against the instants (ms) that everything else is written in. */

export const minuteMs = 60_000
export const hourMs = 3_600_000
export const dayMs = 86_400_000

/** `HH:MM` as minutes since midnight. */
export const minutesOf = (time: string): number => {
  const [hours = 0, rest = 0] = time.split(':').map(Number)
  return hours * 60 + rest
}

/** What the wall shows at an instant, written as if it were UTC, so that UTC's functions read it. */
export const wallAt = (timeZone: string, now: number): number => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(now)
  const at = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0)
  const seconds = Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'))
  return seconds + (now % 1_000)
}

/**
 * The instants at which the wall shows this: two in the hour that is repeated when summer time ends. In the hour
 * that is left out when it begins, the one that is as long after midnight as it would have been.
 */
export const instantsOf = (timeZone: string, wall: number): readonly number[] => {
  const offsets = [wall - dayMs, wall + dayMs].map((near) => wallAt(timeZone, near) - near)
  const found = [...new Set(offsets.map((offset) => wall - offset))].sort((one, other) => one - other)
  const shown = found.filter((instant) => wallAt(timeZone, instant) === wall)
  return shown.length > 0 ? shown : found.slice(-1)
}

/** The wall's midnight before an instant, as `wallAt` writes it. */
export const midnight = (timeZone: string, now: number): number =>
  Math.floor(wallAt(timeZone, now) / dayMs) * dayMs

/** `2026-11-21`, there. */
export const dayAt = (timeZone: string, now: number): string =>
  new Date(wallAt(timeZone, now)).toISOString().slice(0, 10)

export const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Nine o'clock of the next calendar day there, in ms; summer-time shifts of the night are met. */
export const morningAfter = (timeZone: string, now: number): number => {
  const nine = midnight(timeZone, now) + dayMs + 9 * 60 * minuteMs
  return instantsOf(timeZone, nine)[0] ?? nine
}
