import { setTimeout as sleep } from 'node:timers/promises'

/** A bad URL, missing permissions, or a database that another process has locked. The message is one line for a person. */
export class StoreUnusable extends Error {
  override name = 'StoreUnusable' as const
}

const matches = (error: unknown, codes: RegExp, messages: RegExp): boolean => {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return codes.test(String(code)) || messages.test(String(message))
}

/** Whether the error means that the database server is unreachable, rather than a failed statement. */
export const isUnreachable = (error: unknown): boolean =>
  matches(
    error,
    /^(ECONN|EPIPE|ETIMEDOUT|EAI_AGAIN|08|53|57P)/,
    /connection terminated|timeout exceeded when trying to connect/i,
  )

/** Whether no connection was free in time. Then the database got no query. */
export const isCrowded = (error: Error): boolean =>
  /^(timeout exceeded when trying to connect|connection terminated due to connection timeout)$/i.test(
    error.message,
  )

/** SQLite's error number, of its base kind. */
const sqliteKind = (error: unknown): number | undefined => {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  return code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number' ? errcode & 0xff : undefined
}

/** Another program writes to SQLite's file. Nothing of the transaction was done. */
export const isLocked = (error: unknown): boolean => sqliteKind(error) === 5

/** SQLite's LOCKED, READONLY and FULL, and CANTOPEN, as for a log that was taken away. */
const unwritableKinds: readonly unknown[] = [6, 8, 13, 14]
/** PostgreSQL's read-only transaction, lock time-out, statement time-out, and full disk. */
const unwritableCodes: readonly unknown[] = ['25006', '55P03', '57014', '53100']

/** Whether the database refused a write for now: it is locked, read-only or full. Nothing of it was done. */
export const isUnwritable = (error: unknown): boolean =>
  isLocked(error) ||
  unwritableKinds.includes(sqliteKind(error)) ||
  unwritableCodes.includes((error as { code?: unknown } | undefined)?.code)

export interface Waiting {
  /** Called once, at the first failure. */
  readonly onAway: (error: Error) => Promise<void>
  readonly signal: AbortSignal
  readonly pauseMs?: number
}

/** The host name of a server that starts together with us may not resolve yet. */
export const isAway = (error: unknown): error is Error =>
  isUnreachable(error) || (error as { code?: unknown }).code === 'ENOTFOUND'

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

/** With these, PostgreSQL rolled back one of several transactions that collided: nothing of it was done. */
const crossedCodes: readonly unknown[] = ['40P01', '40001']

/** The server ended or reset the connection, as in a restart, or accepts none yet. Uncommitted work is rolled back. */
const isConnectionLost = (error: unknown): boolean =>
  matches(
    error,
    /^(57P0[123]|08|ECONNRESET|EPIPE)/,
    /^(connection terminated unexpectedly|client has encountered a connection error)/i,
  )

/** How long a use waits for a file that another program has locked, in ms. Senders wait longer. */
const lockMs = 2_000

/** SQLite itself would wait for a lock in the thread that does everything else. The use runs again as a whole. */
export const untilUnlocked = async <R>(use: () => Promise<R>): Promise<R> => {
  const until = performance.now() + lockMs
  for (let pause = 5; ; pause = Math.min(2 * pause, 50)) {
    try {
      return await use()
    } catch (error) {
      if (!isLocked(error) || performance.now() >= until) throw error
      await sleep(pause)
    }
  }
}

const mostTries = 5
/** The longest pause before the second try. It doubles with each try. */
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
      const undone = crossedCodes.includes(code) || (!committing && isConnectionLost(error))
      if (!undone || tries === mostTries) throw error
      await sleep(firstPauseMs * 2 ** (tries - 1) * random())
    }
  }
}
