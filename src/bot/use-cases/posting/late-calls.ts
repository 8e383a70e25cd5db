import type { NewBotJob } from '../../payloads.ts'
import { minuteMs } from '../answers/wall-clock.ts'

/** Slack may carry out a call long after it was given up. */
const looksAfterMs: readonly number[] = [minuteMs, 10 * minuteMs]

/** Looks for what a call did that was given up and is made again. In an outage, a pair of them a minute is enough. */
export const lateLooks = (delivery: number, now: number): NewBotJob[] =>
  looksAfterMs.map((ms) => ({
    kind: 'twin',
    lane: `${delivery}:${ms}`,
    uniqueKey: `${delivery}:${ms}:${Math.floor(now / minuteMs)}`,
    payload: { delivery },
    runAt: now + ms,
  }))
