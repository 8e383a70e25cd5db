import { SlackProblem } from './problem.ts'

/** Slack's limits per minute: tier 3 for reactions, tier 4 for the others. */
const perMinute: Readonly<Record<string, number>> = {
  'reactions.add': 50,
  'reactions.remove': 50,
  'chat.postEphemeral': 100,
  'users.info': 100,
}

const minuteMs = 60_000

/** The largest burst, once enough time has passed. */
const most = 10

interface Held {
  /** When calls may start again. From then on, one call per slot. */
  from: number
  used: number
  /** The time given to the last waiting caller. Each caller gets a later slot. */
  lastTurn: number
  /** After this time the limit no longer applies. */
  over: number
}

/**
 * Slack allows bursts until it answers 429, and counts a method per workspace. After a 429, no call is made
 * before `Retry-After` ends, and calls are spread over the next minute. Otherwise each waiting caller would
 * get a 429.
 */
export const createGate = (now: () => number = Date.now) => {
  const held = new Map<string, Held>()
  return {
    /** Throws a `SlackProblem` with the time to wait. */
    enter: (method: string): void => {
      const hold = held.get(method)
      const at = now()
      if (!hold || at >= hold.over) return void held.delete(method)
      const each = minuteMs / (perMinute[method] ?? 1)
      const free = at < hold.from ? 0 : Math.floor((at - hold.from) / each) + 1 - hold.used
      if (free > most) hold.used += free - most
      if (free > 0) return void (hold.used += 1)
      hold.lastTurn = Math.max(hold.lastTurn, at) + each
      throw new SlackProblem(
        'rate-limited',
        'ratelimited',
        `${method}: waits for its turn`,
        hold.lastTurn - at,
      )
    },
    refused: (method: string, retryAfterMs: number): void => {
      if (perMinute[method] === undefined) return
      const from = now() + retryAfterMs
      held.set(method, { from, used: 0, lastTurn: from, over: from + minuteMs })
    },
  }
}
