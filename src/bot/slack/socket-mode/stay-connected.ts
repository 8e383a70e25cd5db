import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../../log.ts'
import { slackProblem } from '../problem.ts'

/** One connection, as `SocketModeClient` makes them where it does not reconnect by itself. */
export interface Connection {
  /** Resolves with Slack's hello. */
  start(): Promise<unknown>
  disconnect(): Promise<unknown>
  once(event: 'disconnected', over: () => void): unknown
}

/** From asking for an address to the hello. */
const helloMs = 15_000
/** A peer that does not answer the goodbye is left. */
const goodbyeMs = 1_000
/** After an end, and after one, two, … failures in a row. */
const pausesMs = [250, 1_000, 2_000, 5_000, 10_000] as const

/** Whether the work ended in time; one that fails throws. */
const within = (work: Promise<unknown>, ms: number, signal?: AbortSignal): Promise<boolean> => {
  const late = sleep(ms, false, { ref: false, ...(signal && { signal }) }).catch(() => false)
  return Promise.race([work.then(() => true), late])
}

/**
 * Always one connection, or the next attempt within ten seconds. The library's own reconnecting gives up at a
 * refused token, by a rejection that nobody can catch and that ends the process; it waits for a call that hangs
 * for ever, and after an hour of failures a quarter of an hour more.
 */
export const stayConnected = (
  open: () => Connection,
  log: Log,
  { now = () => performance.now() }: { now?: () => number } = {},
) => {
  const over = new AbortController()
  const { signal } = over
  const first = Promise.withResolvers<void>()
  let lostAt: number | undefined = -Infinity
  const leave = (connection: Connection) =>
    within(
      connection.disconnect().catch(() => undefined),
      goodbyeMs,
    )
  /** Resolves when it is over; throws when it never stood. */
  const once = async () => {
    const connection = open()
    const ended = new Promise<void>((resolve) => void connection.once('disconnected', resolve))
    const stop = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    try {
      const started = connection.start()
      // Given up, it may still fail.
      started.catch(() => undefined)
      if (!(await within(started, helloMs, signal))) throw new Error('no hello of Slack')
      lostAt = undefined
      first.resolve()
      await Promise.race([ended, stop])
    } finally {
      lostAt ??= now()
      await leave(connection)
    }
  }
  const run = async () => {
    for (let failures = 0; !signal.aborted;) {
      try {
        await once()
        failures = 0
      } catch (error) {
        failures += 1
        const { message, retryAfterMs } = slackProblem('apps.connections.open', error)
        if (!signal.aborted) log.warn({ reason: message }, 'no connection to Slack by Socket Mode')
        first.resolve()
        await sleep(retryAfterMs ?? 0, undefined, { ref: false, signal }).catch(() => undefined)
      }
      const pause = pausesMs[Math.min(failures, pausesMs.length - 1)]
      await sleep(pause, undefined, { ref: false, signal }).catch(() => undefined)
    }
  }
  let running = Promise.resolve()
  return {
    /** Since when there is none; undefined while one stands. */
    lostAt: () => lostAt,
    /** Resolves with the first connection, or once the first attempt failed: the next ones go on by themselves. */
    start: async (): Promise<void> => {
      running = run()
      await first.promise
    },
    stop: async (): Promise<void> => {
      over.abort()
      await running
    },
  }
}
