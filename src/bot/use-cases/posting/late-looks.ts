import type { NewBotJob } from '../../payloads.ts'
import { latePlaces } from '../answers/late-calls.ts'

/** Checks what a call did after it timed out and was repeated. */
export const lateLooks = (delivery: number, now: number): NewBotJob[] =>
  latePlaces(`${delivery}`, now).map((place) => ({ kind: 'twin', ...place, payload: { delivery } }))
