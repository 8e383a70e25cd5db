import type { EventName } from '../../../contract/event.ts'

/** `renewal` tells a later subscription of the same event from the first. */
export const hookJob = (target: string, event: EventName, renewal?: string) => ({
  kind: 'hook-subscription' as const,
  lane: target,
  uniqueKey: [target, ...(renewal === undefined ? [] : [`renewed-${renewal}`]), event].join(':'),
  payload: { event },
})
