import { setTimeout as sleep } from 'node:timers/promises'
import { passing } from './passing.ts'

/** A server that is away is waited for, until `signal` aborts. */
export interface Waiting {
  /** Called once, when it is found to be away. */
  readonly onAway: (error: Error) => Promise<void>
  readonly signal: AbortSignal
  readonly pauseMs?: number
}

/** The name of a server that is started beside us may not be known yet. */
const isAway = (error: unknown): error is Error =>
  passing(error) || (error as { code?: unknown }).code === 'ENOTFOUND'

/** Repeats `work` while the database's server cannot be reached. */
export const whenReached = async <R>(work: () => Promise<R>, waiting: Waiting | undefined): Promise<R> => {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!waiting || !isAway(error)) throw error
      if (tries === 0) await waiting.onAway(error)
      await sleep(waiting.pauseMs ?? 1_000, undefined, { signal: waiting.signal })
    }
  }
}
