import { ApiProblem } from '../contract/problem.ts'

/** Remembers that the monthly quota is used up, so that no call is wasted on an answer that no retry changes. */
export interface QuotaGate {
  /** When the tracker last said so, milliseconds since 1970; undefined while calls go through. */
  readonly reachedAt: number | undefined
  /** On a person's demand: the next call goes out and tells. */
  resume(): void
  /** Throws while the quota is reached. */
  admitWrite(): void
  /** As for writes, but lets one read in ten minutes through, to notice a quota that was raised. */
  admitRead(): void
  reached(problem: ApiProblem): void
  passed(): void
}

export const probeEveryMs = 10 * 60_000

const month = (ms: number) => new Date(ms).toISOString().slice(0, 7)

export const createQuotaGate = (now: () => number): QuotaGate => {
  let reached: { at: number; message: string; probedAt: number } | undefined

  /** What stands in the way now; the turn of the month (UTC) removes it. */
  const bar = () => {
    if (reached && month(now()) !== month(reached.at)) reached = undefined
    return reached
  }
  const refuse = (message: string) => {
    throw new ApiProblem('quota', message, { status: 429 })
  }

  return {
    get reachedAt() {
      return bar()?.at
    },
    resume: () => {
      reached = undefined
    },
    admitWrite: () => {
      const standing = bar()
      if (standing) refuse(standing.message)
    },
    admitRead: () => {
      const standing = bar()
      if (!standing) return
      if (now() - standing.probedAt < probeEveryMs) refuse(standing.message)
      standing.probedAt = now()
    },
    reached: ({ message }) => {
      reached = { at: now(), message, probedAt: now() }
    },
    passed: () => {
      reached = undefined
    },
  }
}
