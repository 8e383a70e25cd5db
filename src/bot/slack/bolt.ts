import type { Receiver, ReceiverEvent, StringIndexed } from '@slack/bolt'
import { SocketModeClient } from '@slack/socket-mode'
import type { WebClientOptions } from '@slack/web-api'
import { Busy } from '../../database/group-commit.ts'
import { isUnreachable, isUnwritable } from '../../database/trouble.ts'
import { proxiesInUse } from '../../contract/outgoing.ts'
import { boltLogger, type Log } from '../../log.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { type MachineClock, machineClock } from '../kit/time.ts'
import { slackProblem } from './problem.ts'
// The package's index also loads Express.
import app from '@slack/bolt/dist/App.js'
import httpReceiver from '@slack/bolt/dist/receivers/HTTPReceiver.js'
import { type SlackApp, clientOptions, slackClock } from './client.ts'

/** One connection: a `SocketModeClient` without automatic reconnecting. */
interface Connection {
  start(): Promise<unknown>
  disconnect(): Promise<unknown>
  once(event: 'disconnected', over: () => void): unknown
}

/** Limit from requesting an address to the hello. */
const helloMs = 15_000
/** Limit for the peer's answer to our goodbye. */
const goodbyeMs = 1_000
/** The pause after a connection ends, and after one, two, … failures in a row. */
const pausesMs = [250, 1_000, 2_000, 5_000, 10_000] as const

/** False if the work did not end in time. Throws if it failed. */
const within = (work: Promise<unknown>, ms: number, signal?: AbortSignal): Promise<boolean> => {
  const late = sleep(ms, false, { ref: false, ...(signal && { signal }) }).catch(() => false)
  return Promise.race([work.then(() => true), late])
}

/**
 * Keeps one connection open, and starts the next attempt within ten seconds. The library's own reconnecting ends the
 * process with an uncaught rejection if Slack refuses the token. It waits forever for a call that hangs, and after an
 * hour of failures it pauses for 15 minutes.
 */
export const stayConnected = (open: () => Connection, log: Log, ticks = machineClock.ticks) => {
  const over = new AbortController()
  const { signal } = over
  const first = Promise.withResolvers<void>()
  let lostAt: number | undefined = -Infinity
  const leave = (connection: Connection) =>
    within(
      connection.disconnect().catch(() => undefined),
      goodbyeMs,
    )
  /** Resolves when the connection has ended. Throws if it never opened. */
  const connectOnce = async () => {
    const connection = open()
    const ended = new Promise<void>((resolve) => void connection.once('disconnected', resolve))
    const listening = new AbortController()
    const stop = new Promise<void>((resolve) =>
      signal.addEventListener('abort', () => resolve(), { signal: listening.signal }),
    )
    try {
      const started = connection.start()
      // It may still fail after the time limit.
      started.catch(() => undefined)
      if (!(await within(started, helloMs, signal))) throw new Error('no hello of Slack')
      lostAt = undefined
      first.resolve()
      await Promise.race([ended, stop])
    } finally {
      listening.abort()
      lostAt ??= ticks()
      await leave(connection)
    }
  }
  const run = async () => {
    for (let failures = 0; !signal.aborted;) {
      try {
        await connectOnce()
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
    /** When the connection was lost. Undefined while there is one. */
    lostAt: () => lostAt,
    /** Resolves after the first attempt, even if it failed. Later attempts run in the background. */
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

/** Slack ends connections every few hours; the next one opens within seconds. */
const renewMs = 5_000

interface Delivery {
  ack: (answer?: unknown) => Promise<void>
  body: ReceiverEvent['body']
  /** How often Slack sent it before. */
  retry_num?: number
}

/** Bolt's own Socket Mode receiver acknowledges before an event is stored: a crash would lose the event. */
const socketReceiver = (
  appToken: string,
  clientOptions: WebClientOptions,
  log: Log,
  { ticks }: MachineClock,
): Receiver & { connected: () => boolean } => {
  let take: (delivery: Delivery) => void = () => undefined
  const open = () => {
    const logger = boltLogger(log)
    const dispatcher = proxiesInUse()
    const client = new SocketModeClient({
      appToken,
      clientOptions,
      logger,
      autoReconnectEnabled: false,
      ...(dispatcher && { dispatcher }),
    })
    client.on('slack_event', (delivery: Delivery) => take(delivery))
    return client
  }
  const connections = stayConnected(open, log, ticks)
  return {
    init: (app) => {
      take = ({ ack, body, retry_num: retryNum = 0 }) => {
        let answer: unknown
        // Without an acknowledgement, Slack sends it again.
        app
          .processEvent({ body, retryNum, ack: async (value) => void (answer = value) })
          .then(
            () => ack(answer),
            (error: unknown) => log.error({ err: error }, 'an event from Slack was not taken'),
          )
          .catch((error: unknown) => log.warn({ err: error }, 'an acknowledgement did not reach Slack'))
      }
    },
    connected: () => {
      const lostAt = connections.lostAt()
      return lostAt === undefined || ticks() - lostAt < renewMs
    },
    start: connections.start,
    stop: connections.stop,
  }
}

/** Bolt puts what a listener threw into an error of its own. */
const isBusy = (error: unknown): boolean => {
  const { original = error } = error as { original?: unknown }
  return original instanceof Busy || isUnreachable(original) || isUnwritable(original)
}

/** Without a token: listeners call Slack through their installation's own client. */
type Authorize = (
  source: unknown,
  body?: object,
) => Promise<{ botUserId?: string; botId?: string; teamId?: string }>

/** Both modes acknowledge after the listeners finish. `C`: what `processEvent` is handed for the listeners' context. */
export const createBolt = <C extends StringIndexed>(
  connection: SlackApp,
  authorize: Authorize,
  log: Log,
  machine = machineClock,
) => {
  const logger = boltLogger(log)
  const options = clientOptions(connection, log, slackClock(machine))
  const http =
    connection.mode === 'http'
      ? new httpReceiver.default({
          signingSecret: connection.signingSecret,
          endpoints: ['/slack/events'],
          // With `false`, Bolt answers 200 first and loses an event that cannot be stored.
          processBeforeResponse: true,
          // Called when the body is checked and parsed: its raw form isn't needed anymore.
          customPropertiesExtractor: (request) => {
            request.rawBody = Buffer.alloc(0)
            return {}
          },
          processEventErrorHandler: async ({ error, response }) => {
            // Slack repeats the event after any of these.
            if (!response.headersSent) response.writeHead(isBusy(error) ? 503 : 500).end()
            return false
          },
          logger,
        })
      : undefined
  const socket =
    connection.mode === 'socket' ? socketReceiver(connection.appToken, options, log, machine) : undefined
  const receiver = http ?? socket
  if (!receiver) throw new TypeError('neither HTTP nor Socket Mode')
  const bolt = new app.default<C>({
    receiver,
    logger,
    // By default, Bolt looks up a conversation store, which we don't use.
    convoStore: false,
    // Response URLs use it too, and answer with a plain `ok`.
    clientOptions: { ...options, timeout: 10_000, fetch: globalThis.fetch },
    authorize,
  })
  return {
    app: bolt,
    /** Handles `POST /slack/events`. Undefined in Socket Mode. */
    requestListener: http?.requestListener,
    /** Always true over HTTP. In Socket Mode, false before the first connection and after 5 s without one. */
    connected: () => socket?.connected() ?? true,
    start: async () => void (await socket?.start()),
    stop: async () => void (await socket?.stop()),
  }
}
