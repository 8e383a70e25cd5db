import type { EventName } from '../../../contract/event.ts'

/** `renewal` makes the key of a repeated subscription differ from the first. */
export const hookJob = (target: string, event: EventName, renewal?: string) => ({
  kind: 'hook-subscription' as const,
  lane: target,
  uniqueKey: [target, ...(renewal === undefined ? [] : [`renewed-${renewal}`]), event].join(':'),
  payload: { event },
})
