import { waitLeft, wasPutBack, isoMonth } from '../contract/dates.ts'
import { ApiProblem } from '../contract/problem.ts'

/** Stops this process's calls after the monthly quota is used up, because no retry helps. */
export interface QuotaGate {
  /** When the tracker last said so, milliseconds since 1970; undefined while calls go through. */
  reachedAt(): number | undefined
  /** For a person's *Resume*: the next call shows whether it works. */
  resume(): void
  /** Throws while the quota is used up. */
  admitWrite(): void
  /** As for writes, but lets a read through every ten minutes, to notice a higher quota. */
  admitRead(): void
  reached(problem: ApiProblem): void
  /** A call from `startedAt` succeeded. */
  passed(startedAt: number): void
}

const probeEveryMs = 10 * 60_000

export const createQuotaGate = (now: () => number): QuotaGate => {
  let stopped: { at: number; message: string; probedAt: number } | undefined

  const resume = () => (stopped = undefined)
  /** A new month (UTC) lets calls through again. */
  const bar = () => {
    if (stopped && isoMonth(now()) !== isoMonth(stopped.at)) resume()
    return stopped
  }
  const refuse = (message: string) => {
    throw new ApiProblem('quota', message, { status: 429 })
  }

  return {
    reachedAt: () => bar()?.at,
    resume,
    admitWrite: () => {
      const known = bar()
      if (known) refuse(known.message)
    },
    admitRead: () => {
      const known = bar()
      if (!known) return
      if (waitLeft(known.probedAt, probeEveryMs, now()) > 0) refuse(known.message)
      known.probedAt = now()
    },
    reached: ({ message }) => void (stopped = { at: now(), message, probedAt: now() }),
    passed: (startedAt) => {
      // A call from before the quota ran out proves nothing.
      if (stopped && (startedAt >= stopped.at || wasPutBack(stopped.at, startedAt))) resume()
    },
  }
}
