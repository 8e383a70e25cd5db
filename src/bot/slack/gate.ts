import { SlackProblem } from './problem.ts'

/** What one call of each method takes of Slack's minute: reactions are tier 3, the others tier 4. */
const perMinute: Readonly<Record<string, number>> = {
  'reactions.add': 50,
  'reactions.remove': 50,
  'chat.postEphemeral': 100,
  'users.info': 100,
}

const minuteMs = 60_000

/** So many calls may come together once there was time for them. */
const most = 10

interface Held {
  /** Since when calls are let in, one for each part of the minute. */
  from: number
  used: number
  /** The turn of the last who has to wait: they come back one after the other. */
  lastTurn: number
  /** From then on it is as if Slack had never refused. */
  over: number
}

/**
 * Slack lets bursts through until it answers 429, and counts a method for the whole workspace. From then on nobody
 * asks before `Retry-After` is over, and for a minute more calls are spread: else each who waits would be answered
 * with a 429 of their own.
 */
export const createGate = (now: () => number = Date.now) => {
  const held = new Map<string, Held>()
  return {
    /** Throws what says how long to wait. */
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
