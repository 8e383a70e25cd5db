import type { ChannelSettings } from '../../store/bot/channel-settings.ts'

const day = 24 * 60

const minutes = (time: string): number => {
  const [hours = 0, rest = 0] = time.split(':').map(Number)
  return hours * 60 + rest
}

/** The clock on the wall there: minutes since midnight, with the part of a minute. */
const clock = (timeZone: string, now: number): number => {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  })
  return (minutes(format.format(now)) % day) + (now % 60_000) / 60_000
}

export const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** When the quiet hours that it is now in end, in ms; undefined outside them. A summer-time shift is met by asking again then. */
export const quietUntil = (quiet: ChannelSettings['quiet'], now: number): number | undefined => {
  if (!quiet) return undefined
  const [at, from, to] = [clock(quiet.timeZone, now), minutes(quiet.from), minutes(quiet.to)]
  const inside = from < to ? at >= from && at < to : at >= from || at < to
  if (!inside) return undefined
  return Math.ceil(now + ((to - at + day) % day) * 60_000)
}
