import { minuteMs } from './wall-clock.ts'

/** Slack may carry out a call long after it timed out, so we check for its effects after these delays. */
export const looksAfterMs: readonly number[] = [minuteMs, 10 * minuteMs]

/** Where, as what and when those checks run. In an outage, one pair a minute is enough. */
export const latePlaces = (key: string, now: number): { lane: string; uniqueKey: string; runAt: number }[] =>
  looksAfterMs.map((ms) => ({
    lane: `${key}:${ms}`,
    uniqueKey: `${key}:${ms}:${Math.floor(now / minuteMs)}`,
    runAt: now + ms,
  }))
