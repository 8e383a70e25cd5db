import { reactions } from '../kit/ids.ts'
import { slackCallsPerMinute } from '../../slack-limits.ts'
import { SlackProblem } from './problem.ts'

/** The methods whose calls wait for a turn. Posts wait by channel. */
const paced = ['reactions.add', 'reactions.remove', 'chat.postEphemeral', 'chat.update', 'users.info']

const minuteMs = 60_000

/** Slightly below Slack's limits, because its minutes start at other times than ours. */
const margin = 1.05

/** Unused turns add up to at most this many calls at once. */
const most = 10

/** Slows down after each refusal of a call that waited its turn, because other nodes make calls too. */
const slower = 1.5
/** Between two calls, in ms. Then eight nodes share a limit of 50 a minute. */
const slowest = 10_000

/** By priority: ⚠️, ✅, ⏳. */
const signs: readonly unknown[] = [reactions.attention, reactions.done, reactions.pending]

type Options = Readonly<Record<string, unknown>> | undefined

const rankOf = (method: string, options: Options): number =>
  method === 'reactions.add' ? Math.max(0, signs.indexOf(options?.['name'])) : 0

/** A period in which a method's calls are spread out. */
export interface Held {
  /** Calls are allowed from then on, one every `each` ms. */
  from: number
  each: number
  used: number
  /** By rank, the turn of the last waiting call, so that they return one after the other. */
  lastTurns: number[]
  /** Then the refusal is forgotten. */
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
    /** Throws the time to wait if it is not the call's turn. Otherwise returns the period it is in, if any. */
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
      const allowed = paced.includes(method) ? slackCallsPerMinute[method] : undefined
      if (allowed === undefined) return
      const from = now() + retryAfterMs
      const each = had ? Math.min(had.each * slower, slowest) : (margin * minuteMs) / allowed
      held.set(method, { from, each, used: 0, lastTurns: [0, 0, 0], over: from + minuteMs })
    },
  }
}
