import { minuteMs } from './wall-clock.ts'

/** Slack may carry out a call long after it was given up: what it left is looked at so long after. */
export const looksAfterMs: readonly number[] = [minuteMs, 10 * minuteMs]
