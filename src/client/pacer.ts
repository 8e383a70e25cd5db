import { LRUCache } from 'lru-cache'
import { limits } from '../contract/limits.ts'
import { ApiProblem } from '../contract/problem.ts'
import { setTimeout as after } from 'node:timers/promises'

/** Resolves after `ms`, or rejects as soon as the signal aborts. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

export const sleep: Sleep = (ms, signal) => after(ms, undefined, { signal })

export interface Pacer {
  /** Resolves when the next write may go out, in the order of calls; rejects when the signal aborts. */
  write(signal?: AbortSignal): Promise<void>
  /** No write goes out for `ms`, also none that waits already. */
  penalize(ms: number): void | Promise<void>
  /**
   * For work that can wait elsewhere: 0 if it may write now, else the ms until its place in the line. The place is kept
   * under `key`, so that the work need not ask again before.
   */
  place?(key: string): number
}

/** With more waiting work, the oldest places are given up. */
const mostPlaces = 10_000

/** In memory for one process; `writePace` in `src/bot/store/key-values.ts` shares it between nodes. */
interface Turns {
  /** Takes a turn and returns 0, or returns the ms until there may be one. */
  take(): number | Promise<number>
  hold(ms: number): void | Promise<void>
}

export interface PacerOptions {
  /** A clock that never goes back. */
  readonly now?: () => number
  /** ms between two writes; 0 leaves only the limit per minute. */
  readonly gapMs?: number
  readonly perMinute?: number
  readonly turns?: Turns
  readonly sleep?: Sleep
  /** A write that would wait longer is refused as `rate-limited`, so that no lease is held. Default 5 s. */
  readonly maxWaitMs?: number
}

const minuteMs = 60_000

/** One write a second and 200 a minute; after an idle second a write goes at once. */
const ownTurns = (now: () => number, gapMs: number, perMinute: number = limits.writesPerMinute): Turns => {
  let heldUntil = -Infinity
  const writeTimes: number[] = []
  const due = () =>
    Math.max(
      heldUntil,
      (writeTimes.at(-1) ?? -Infinity) + gapMs,
      writeTimes.length < perMinute ? -Infinity : (writeTimes[0] ?? 0) + minuteMs,
    )
  return {
    take: () => {
      const ms = due() - now()
      if (ms > 0) return ms
      writeTimes.push(now())
      if (writeTimes.length > perMinute) writeTimes.shift()
      return 0
    },
    hold: (ms) => {
      heldUntil = Math.max(heldUntil, now() + ms)
    },
  }
}

export const createPacer = (options: PacerOptions = {}): Pacer => {
  const { sleep: pause = sleep, maxWaitMs = 5_000, gapMs = limits.writePaceMs } = options
  const { now = () => performance.now() } = options
  const turns = options.turns ?? ownTurns(now, gapMs, options.perMinute)
  let waiting = 0
  let line: Promise<unknown> = Promise.resolve()
  const places = new LRUCache<string, number>({ max: mostPlaces })
  let lastPlace = -Infinity
  let heldUntil = -Infinity

  const checkPatience = (ms: number) => {
    if (ms <= maxWaitMs) return ms
    const facts = { retryAfterMs: Math.ceil(ms), isHeldBack: true }
    throw new ApiProblem('rate-limited', 'the tracker takes no more writes for now', facts)
  }

  const takeTurn = async (signal: AbortSignal | undefined) => {
    // Asks again after each wait: a penalty or another node may have come first.
    for (let ms = await turns.take(); ms > 0; ms = await turns.take()) await pause(checkPatience(ms), signal)
  }

  return {
    write: async (signal) => {
      checkPatience(waiting * gapMs)
      signal?.throwIfAborted()
      waiting += 1
      const turn = line
        .then(() => signal?.throwIfAborted())
        .then(() => takeTurn(signal))
        .finally(() => (waiting -= 1))
      line = turn.catch(() => undefined)
      await turn
    },
    penalize: (ms) => {
      heldUntil = Math.max(heldUntil, now() + ms)
      return turns.hold(ms)
    },
    place: (key) => {
      const at = now()
      const keptPlace = places.get(key)
      if (keptPlace !== undefined && keptPlace > at) return keptPlace - at
      places.delete(key)
      if (keptPlace !== undefined && heldUntil <= at) return 0
      lastPlace = Math.max(at + waiting * gapMs, lastPlace + gapMs, heldUntil)
      if (lastPlace - at <= maxWaitMs) return 0
      places.set(key, lastPlace)
      return lastPlace - at
    },
  }
}
