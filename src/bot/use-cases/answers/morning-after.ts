import { dayMs, instantsOf, midnight, minuteMs } from './wall-clock.ts'

/** Nine o'clock of the next calendar day there, in ms; summer-time shifts of the night are met. */
export const morningAfter = (timeZone: string, now: number): number => {
  const nine = midnight(timeZone, now) + dayMs + 9 * 60 * minuteMs
  return instantsOf(timeZone, nine)[0] ?? nine
}
