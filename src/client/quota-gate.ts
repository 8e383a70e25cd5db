import { waitLeft, wasPutBack, isoMonth } from '../contract/dates.ts'
import { ApiProblem } from '../contract/problem.ts'

export interface QuotaStanding {
  /** When the tracker last said so, milliseconds since 1970. */
  at: number
  message: string
  probedAt: number
}

/** In this process, or for all nodes and restarts (`src/bot/store/tracker/quota.ts`). */
export interface QuotaMemory {
  get(): Promise<QuotaStanding | undefined>
  set(standing: QuotaStanding): Promise<void>
  clear(): Promise<void>
}

/** Stops calls after the monthly quota is used up, because no retry helps. */
export interface QuotaGate {
  /** When the tracker last said so, milliseconds since 1970; undefined while calls go through. */
  reachedAt(): Promise<number | undefined>
  /** For a person's *Resume*: the next call shows whether it works. */
  resume(): Promise<void>
  /** Throws while the quota is used up. */
  admitWrite(): Promise<void>
  /** As for writes, but lets a read through every ten minutes, to notice a higher quota. */
  admitRead(): Promise<void>
  reached(problem: ApiProblem): Promise<void>
  /** A call from `startedAt` succeeded. */
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
  /** Cached, so that a normal call needs no look-up. */
  let seen: QuotaStanding | undefined

  const clear = async () => {
    seen = undefined
    await memory.clear().catch(() => undefined)
  }
  /** A new month (UTC) removes it. A failing memory stops no call. */
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
      if (waitLeft(standing.probedAt, probeEveryMs, now()) > 0) refuse(standing.message)
      await remember({ ...standing, probedAt: now() })
    },
    reached: ({ message }) => remember({ at: now(), message, probedAt: now() }),
    passed: async (startedAt) => {
      // A call from before the quota ran out proves nothing.
      if (seen && (startedAt >= seen.at || wasPutBack(seen.at, startedAt))) await clear()
    },
  }
}
