import { reactions } from '../messages/kit/ids.ts'
import { SlackProblem } from './problem.ts'

/** Slack's limits per minute: tier 3 for reactions, tier 4 for the others. */
const perMinute: Readonly<Record<string, number>> = {
  'reactions.add': 50,
  'reactions.remove': 20,
  'chat.postEphemeral': 100,
  'chat.update': 50,
  'users.info': 100,
}

const minuteMs = 60_000

/** A little less than Slack takes, whose minutes are not ours. */
const margin = 1.05

/** So many calls may come together once there was time for them. */
const most = 10

/** Each refusal of a call that had its turn: other nodes of the workspace make calls too. */
const slower = 1.5

/** Who asks first: ⚠️ before ✅ before ⏳. */
const signs: readonly unknown[] = [reactions.attention, reactions.done, reactions.pending]

type Options = Readonly<Record<string, unknown>> | undefined

const rankOf = (method: string, options: Options): number =>
  method === 'reactions.add' ? Math.max(0, signs.indexOf(options?.['name'])) : 0

/** A time in which the calls of a method are spread. */
export interface Held {
  /** Since when calls are let in, one in so many ms. */
  from: number
  each: number
  used: number
  /** By rank, the turn of the last who has to wait: they come back one after the other. */
  lastTurns: number[]
  /** From then on it is as if Slack had never refused. */
  over: number
}

const lastOf = (hold: Held, ranks: number): number => Math.max(hold.from, ...hold.lastTurns.slice(0, ranks))

/**
 * Slack allows bursts until it answers 429, and counts a method per workspace. After a 429, no call is made
 * before `Retry-After` ends, and calls are spread over the next minute. Otherwise each waiting caller would
 * get a 429.
 */
export const createGate = (now: () => number = () => performance.now()) => {
  const held = new Map<string, Held>()
  return {
    /** Throws what says how long to wait; returns the time in which the call had its turn, if there is one. */
    enter: (method: string, options?: Options): Held | undefined => {
      const hold = held.get(method)
      const at = now()
      if (!hold || at >= hold.over) {
        held.delete(method)
        return undefined
      }
      const rank = rankOf(method, options)
      const free = at < hold.from ? 0 : Math.floor((at - hold.from) / hold.each) + 1 - hold.used
      if (free > most) hold.used += free - most
      if (free > 0 && lastOf(hold, rank) <= at) {
        hold.used += 1
        return hold
      }
      const turn = Math.max(at, lastOf(hold, rank + 1)) + hold.each
      hold.lastTurns[rank] = turn
      throw new SlackProblem('rate-limited', 'ratelimited', `${method}: waits for its turn`, turn - at)
    },
    /** `had`: what `enter` returned for the call. */
    refused: (method: string, retryAfterMs: number, had: Held | undefined): void => {
      const allowed = perMinute[method]
      if (allowed === undefined) return
      const from = now() + retryAfterMs
      const each = had ? had.each * slower : (margin * minuteMs) / allowed
      held.set(method, { from, each, used: 0, lastTurns: [0, 0, 0], over: from + minuteMs })
    },
  }
}
