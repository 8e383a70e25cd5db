import type { NewBotJob } from '../../payloads.ts'
import { looksAfterMs } from '../answers/late-calls.ts'
import { minuteMs } from '../answers/wall-clock.ts'

/** Checks what a call did after it timed out and was repeated. In an outage, one pair a minute is enough. */
export const lateLooks = (delivery: number, now: number): NewBotJob[] =>
  looksAfterMs.map((ms) => ({
    kind: 'twin',
    lane: `${delivery}:${ms}`,
    uniqueKey: `${delivery}:${ms}:${Math.floor(now / minuteMs)}`,
    payload: { delivery },
    runAt: now + ms,
  }))
