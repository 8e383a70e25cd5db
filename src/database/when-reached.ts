import { setTimeout as sleep } from 'node:timers/promises'
import { isUnreachable } from './is-unreachable.ts'

/** How to wait for a server that is down. `signal` ends the wait. */
export interface Waiting {
  /** Called once, at the first failure. */
  readonly onAway: (error: Error) => Promise<void>
  readonly signal: AbortSignal
  readonly pauseMs?: number
}

/** The host name of a server that starts together with us may not resolve yet. */
const isAway = (error: unknown): error is Error =>
  isUnreachable(error) || (error as { code?: unknown }).code === 'ENOTFOUND'

/** Repeats `work` while the database server is unreachable. */
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
