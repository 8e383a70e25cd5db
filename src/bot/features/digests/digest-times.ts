import type { DigestSchedule } from '../../audience/store/channel-settings.ts'
import { dayMs, instantsOf, midnight, minuteMs, minutesOf } from '../../kit/time.ts'

/** Monday is 1, Sunday is 7. */
const weekday = (wall: number): number => new Date(wall).getUTCDay() || 7

/** A local hour that is repeated counts once. A skipped one counts as the hour after it. */
export const nextDigest = ({ every, day, at, timeZone }: DigestSchedule, after: number): number => {
  const today = midnight(timeZone, after)
  // Nine days, because a clock shift can move today's time into the past.
  for (let days = 0; days <= 8; days++) {
    const wall = today + days * dayMs
    if (every === 'weekly' && weekday(wall) !== day) continue
    const [due] = instantsOf(timeZone, wall + minutesOf(at) * minuteMs)
    if (due !== undefined && due > after) return due
  }
  return after + dayMs
}

/** False if the settings changed after the digest was scheduled. */
export const isDigestTime = (schedule: DigestSchedule, due: number): boolean =>
  nextDigest(schedule, due - 1) === due

/** The period to report if the end of the last digest is unknown. */
export const periodOf = (schedule: DigestSchedule | undefined): number =>
  schedule?.every === 'weekly' ? 7 * dayMs : dayMs
