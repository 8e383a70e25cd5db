import type { ChannelSettings } from '../../store/ledger/settings-in.ts'
import { dayMs, instantsOf, midnight, minuteMs, minutesOf, wallAt } from '../answers/wall-clock.ts'

/** The end of the current quiet hours, in ms. Undefined outside them. Handles daylight saving time. */
export const quietUntil = (quiet: ChannelSettings['quiet'], now: number): number | undefined => {
  if (!quiet) return undefined
  const { timeZone } = quiet
  const today = midnight(timeZone, now)
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)]
  const at = (wallAt(timeZone, now) - today) / minuteMs
  const inside = from < to ? at >= from && at < to : at >= from || at < to
  if (!inside) return undefined
  const ends = [today, today + dayMs].flatMap((day) => instantsOf(timeZone, day + to * minuteMs))
  return ends.find((end) => end > now)
}
