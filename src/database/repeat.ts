import { setTimeout as sleep } from 'node:timers/promises'

/** PostgreSQL rolled back one of several transactions that crossed: nothing of it was done. */
const crossed: readonly unknown[] = ['40P01', '40001']

/** The server ended or reset the connection, as in a restart, or accepts none yet. Uncommitted work is rolled back. */
const ended = (error: object): boolean => {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return (
    /^(57P0[123]|08|ECONNRESET|EPIPE)/.test(String(code)) ||
    /^(connection terminated unexpectedly|client has encountered a connection error)/i.test(String(message))
  )
}

const mostTries = 5
/** The longest pause before the second try; it doubles with each. */
const firstPauseMs = 20

/** One run of a transaction. Its COMMIT may be on its way from the moment `committing` is called. */
type Attempt<R> = (committing: () => void) => Promise<R>

/**
 * Runs a whole transaction again after a deadlock, a serialization failure or a lost connection, up to five times.
 * If a connection is lost during COMMIT, only the caller can find out whether it was done. The pause is random, so that
 * colliding transactions don't collide again. SQLite has one writer and needs no repeats.
 */
export const repeated = async <R>(run: Attempt<R>, random: () => number = Math.random): Promise<R> => {
  for (let tries = 1; ; tries += 1) {
    let committing = false
    try {
      return await run(() => (committing = true))
    } catch (error) {
      const { code } = error as { code?: unknown }
      const undone = crossed.includes(code) || (!committing && ended(error as object))
      if (!undone || tries === mostTries) throw error
      await sleep(firstPauseMs * 2 ** (tries - 1) * random())
    }
  }
}
