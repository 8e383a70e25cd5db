import { minuteMs } from './wall-clock.ts'

/** Slack may carry out a call long after it timed out, so we check for its effects after these delays. */
export const looksAfterMs: readonly number[] = [minuteMs, 10 * minuteMs]
