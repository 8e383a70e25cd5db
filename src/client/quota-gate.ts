import { isoMonth } from '../contract/dates.ts'
import { ApiProblem } from '../contract/problem.ts'

/** What is remembered of a quota that is used up. */
export interface QuotaStanding {
  /** When the tracker last said so, milliseconds since 1970. */
  at: number
  message: string
  probedAt: number
}

/** Where it is remembered: in this process alone, or for all nodes and restarts (`src/bot/store/tracker/quota.ts`). */
export interface QuotaMemory {
  get(): Promise<QuotaStanding | undefined>
  set(standing: QuotaStanding): Promise<void>
  clear(): Promise<void>
}

/** Remembers that the monthly quota is used up, so that no call is wasted on an answer that no retry changes. */
export interface QuotaGate {
  /** When the tracker last said so, milliseconds since 1970; undefined while calls go through. */
  reachedAt(): Promise<number | undefined>
  /** On a person's demand: the next call goes out and tells. */
  resume(): Promise<void>
  /** Throws while the quota is reached. */
  admitWrite(): Promise<void>
  /** As for writes, but lets one read in ten minutes through, to notice a quota that was raised. */
  admitRead(): Promise<void>
  reached(problem: ApiProblem): Promise<void>
  /** A call that went out at `startedAt` was answered. */
  passed(startedAt: number): Promise<void>
}

const probeEveryMs = 10 * 60_000

const ownMemory = (): QuotaMemory => {
  let standing: QuotaStanding | undefined
  return {
    get: () => Promise.resolve(standing),
    set: async (next) => void (standing = next),
    clear: async () => void (standing = undefined),
  }
}

export const createQuotaGate = (now: () => number, memory: QuotaMemory = ownMemory()): QuotaGate => {
  /** What was last seen to stand, so that a call that passes costs no look. */
  let seen: QuotaStanding | undefined

  const clear = async () => {
    seen = undefined
    await memory.clear().catch(() => undefined)
  }
  /** What stands in the way now; the turn of the month (UTC) removes it. A memory that fails bars nothing. */
  const bar = async () => {
    seen = await memory.get().catch(() => undefined)
    if (seen && isoMonth(now()) !== isoMonth(seen.at)) await clear()
    return seen
  }
  const remember = async (standing: QuotaStanding) => {
    seen = standing
    await memory.set(standing).catch(() => undefined)
  }
  const refuse = (message: string) => {
    throw new ApiProblem('quota', message, { status: 429 })
  }

  return {
    reachedAt: async () => (await bar())?.at,
    resume: clear,
    admitWrite: async () => {
      const standing = await bar()
      if (standing) refuse(standing.message)
    },
    admitRead: async () => {
      const standing = await bar()
      if (!standing) return
      if (now() - standing.probedAt < probeEveryMs) refuse(standing.message)
      await remember({ ...standing, probedAt: now() })
    },
    reached: ({ message }) => remember({ at: now(), message, probedAt: now() }),
    passed: async (startedAt) => {
      // An answer to what was asked before the quota ran out says nothing about now.
      if (seen && startedAt >= seen.at) await clear()
    },
  }
}
