import { slackCallsPerMinute } from '../../src/slack-limits.ts'
import type { Trouble } from '../bot/support/trouble.ts'

const minuteMs = 60_000

/** A minute's worth of calls of each method may come together; what was used comes back evenly, in a minute. */
export const slackTiers = (now: () => number = Date.now) => {
  const left = new Map<string, { calls: number; at: number }>()
  const refused: Record<string, number> = {}
  return {
    /** How many answers of 429 there were, by method. */
    refused,
    next: ({ method }: { method: string }): Trouble | undefined => {
      const most = slackCallsPerMinute[method]
      if (most === undefined) return undefined
      const before = left.get(method) ?? { calls: most, at: now() }
      const calls = Math.min(most, before.calls + ((now() - before.at) * most) / minuteMs)
      const taken = calls >= 1
      left.set(method, { calls: taken ? calls - 1 : calls, at: now() })
      if (taken) return undefined
      refused[method] = (refused[method] ?? 0) + 1
      const seconds = Math.ceil(((1 - calls) * minuteMs) / most / 1_000)
      return { status: 429, headers: { 'retry-after': String(seconds) } }
    },
  }
}
