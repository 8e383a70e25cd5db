import { App, HTTPReceiver, type Receiver, type ReceiverEvent } from '@slack/bolt'
import { SocketModeClient } from '@slack/socket-mode'
import { WebClient, type WebClientOptions } from '@slack/web-api'
import { boltLogger, type Log } from '../../log.ts'
import { createGate } from './gate.ts'
import { onlySlack } from './only-slack.ts'
import { slackProblem } from './problem.ts'
import { type SlackClock, slackClock } from './slack-clock.ts'
import type { Slack } from './slack.ts'

export type SlackConnection =
  | { mode: 'http'; botToken: string; signingSecret: string; apiUrl: string }
  | { mode: 'socket'; botToken: string; appToken: string; apiUrl: string }

/** Lanes retry: WebClient's retries last half an hour, may post twice, and a 429 stops every channel. */
const clientOptions = (
  connection: SlackConnection,
  log: Log,
  clock: SlackClock = slackClock(),
): WebClientOptions => ({
  slackApiUrl: connection.apiUrl,
  retryConfig: { retries: 0 },
  rejectRateLimitedCalls: true,
  timeout: 10_000,
  fetch: onlySlack(clock),
  logger: boltLogger(log),
})

/** Asks nothing of a method while Slack's limit of it is used up. */
class GatedClient extends WebClient {
  readonly #gate = createGate()

  override async apiCall(
    ...[method, options]: Parameters<WebClient['apiCall']>
  ): ReturnType<WebClient['apiCall']> {
    const turn = this.#gate.enter(method, options)
    try {
      return await super.apiCall(method, options)
    } catch (error) {
      const problem = slackProblem(method, error)
      if (problem.kind === 'rate-limited') this.#gate.refused(method, problem.retryAfterMs ?? 30_000, turn)
      throw error
    }
  }
}

export const createWebClient = (connection: SlackConnection, log: Log, clock: SlackClock): WebClient =>
  new GatedClient(connection.botToken, clientOptions(connection, log, clock))

/** Slack ends connections every few hours; the next one stands within seconds. */
const renewMs = 5_000

/** Bolt's own Socket Mode receiver acknowledges before an event is stored: a crash would lose the event. */
const socketReceiver = (
  connection: { appToken: string; apiUrl: string },
  log: Log,
): Receiver & { connected: () => boolean } => {
  const client = new SocketModeClient({
    appToken: connection.appToken,
    clientOptions: { slackApiUrl: connection.apiUrl },
    logger: boltLogger(log),
  })
  let lostAt: number | undefined = -Infinity
  client.on('connected', () => (lostAt = undefined))
  for (const event of ['close', 'reconnecting', 'disconnected'])
    client.on(event, () => (lostAt ??= performance.now()))
  interface Delivery {
    ack: (answer?: unknown) => Promise<void>
    body: ReceiverEvent['body']
    retry_num?: number
    retry_reason?: string
  }
  return {
    init: (app) => {
      client.on('slack_event', ({ ack, body, retry_num, retry_reason }: Delivery) => {
        let answer: unknown
        const event: ReceiverEvent = {
          body,
          ack: (value) => {
            answer = value
            return Promise.resolve()
          },
          ...(retry_num !== undefined && { retryNum: retry_num }),
          ...(retry_reason !== undefined && { retryReason: retry_reason }),
        }
        // Without an acknowledgement, Slack sends it again.
        app
          .processEvent(event)
          .then(
            () => ack(answer),
            (error: unknown) => log.error({ err: error }, 'an event from Slack was not taken'),
          )
          .catch((error: unknown) => log.warn({ err: error }, 'an acknowledgement did not reach Slack'))
      })
    },
    connected: () => lostAt === undefined || performance.now() - lostAt < renewMs,
    start: () => client.start(),
    stop: () => client.disconnect(),
  }
}

export interface BoltApp {
  app: App
  /** `POST /slack/events`; undefined in Socket Mode. */
  requestListener: HTTPReceiver['requestListener'] | undefined
  /** False in Socket Mode while no connection stands. */
  connected(): boolean
  start(): Promise<void>
  stop(): Promise<void>
}

/** Over HTTP or Socket Mode; both acknowledge after the listeners finish. */
export const createBolt = (connection: SlackConnection, slack: Slack, log: Log): BoltApp => {
  const logger = boltLogger(log)
  const http =
    connection.mode === 'http'
      ? new HTTPReceiver({
          signingSecret: connection.signingSecret,
          endpoints: ['/slack/events'],
          // With `false`, Bolt answers 200 first and loses an event that cannot be stored.
          processBeforeResponse: true,
          logger,
        })
      : undefined
  const socket = connection.mode === 'socket' ? socketReceiver(connection, log) : undefined
  const receiver = http ?? socket
  if (!receiver) throw new TypeError('neither HTTP nor Socket Mode')
  const app = new App({
    receiver,
    logger,
    // By default it looks up a memory of each conversation, which nothing of ours keeps.
    convoStore: false,
    // Response URLs go this way, and answer with a plain `ok`.
    clientOptions: { ...clientOptions(connection, log), fetch: globalThis.fetch },
    // Slack waits for this: storing an event does not need our identity.
    authorize: async () => {
      const identity = slack.known()
      const who = identity && { botUserId: identity.userId, botId: identity.botId, teamId: identity.teamId }
      return { botToken: connection.botToken, ...who }
    },
  })
  return {
    app,
    requestListener: http?.requestListener,
    connected: () => socket?.connected() ?? true,
    start: async () => void (await socket?.start()),
    stop: async () => void (await socket?.stop()),
  }
}
