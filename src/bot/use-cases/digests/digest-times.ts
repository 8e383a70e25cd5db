import type { DigestSchedule } from '../../store/channels/channel-settings.ts'
import { dayMs, instantsOf, midnight, minuteMs, minutesOf } from '../answers/wall-clock.ts'

/** Monday is 1. */
const weekday = (wall: number): number => new Date(wall).getUTCDay() || 7

/** A repeated local hour (summer time) counts once, and a skipped hour counts as the hour after it. */
export const nextDigest = ({ every, day, at, timeZone }: DigestSchedule, after: number): number => {
  const today = midnight(timeZone, after)
  // The shift can bring today's behind us; a week has each day once.
  for (let days = 0; days <= 8; days++) {
    const wall = today + days * dayMs
    if (every === 'weekly' && weekday(wall) !== day) continue
    const [due] = instantsOf(timeZone, wall + minutesOf(at) * minuteMs)
    if (due !== undefined && due > after) return due
  }
  return after + dayMs
}

/** Whether the schedule has a digest at this very moment: settings may have changed since it was planned. */
export const isDigestTime = (schedule: DigestSchedule, due: number): boolean =>
  nextDigest(schedule, due - 1) === due

/** What a digest tells of where nobody knows until when the last one told. */
export const periodOf = (schedule: DigestSchedule | undefined): number =>
  schedule?.every === 'weekly' ? 7 * dayMs : dayMs
