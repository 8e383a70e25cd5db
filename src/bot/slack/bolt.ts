import { App, HTTPReceiver } from '@slack/bolt'
import { WebClient, type WebClientOptions } from '@slack/web-api'
import { boltLogger, type Log } from '../../log.ts'
import { createGate } from './gate.ts'
import { onlySlack } from './only-slack.ts'
import { slackProblem } from './problem.ts'
import { type SlackClock, slackClock } from './slack-clock.ts'
import type { Slack } from './slack.ts'
import { socketReceiver } from './socket-mode/receiver.ts'

export type SlackConnection =
  | { mode: 'http'; botToken: string | undefined; signingSecret: string; apiUrl: string }
  | { mode: 'socket'; botToken: string | undefined; appToken: string; apiUrl: string }

/** WebClient would retry for half an hour, and might post twice. Lanes retry instead. */
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

/** Does not call a method while its rate limit is used up. */
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

export interface BoltApp {
  app: App
  /** Handles `POST /slack/events`. Undefined in Socket Mode. */
  requestListener: HTTPReceiver['requestListener'] | undefined
  /** Always true over HTTP. In Socket Mode, false before the first connection and after 10 s without one. */
  connected(): boolean
  start(): Promise<void>
  stop(): Promise<void>
}

/** Both modes acknowledge after the listeners finish. */
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
  const socket =
    connection.mode === 'socket'
      ? socketReceiver(connection.appToken, clientOptions(connection, log), log)
      : undefined
  const receiver = http ?? socket
  if (!receiver) throw new TypeError('neither HTTP nor Socket Mode')
  const app = new App({
    receiver,
    logger,
    // By default, Bolt looks up a conversation store, which we don't use.
    convoStore: false,
    // Response URLs use it too, and answer with a plain `ok`.
    clientOptions: { ...clientOptions(connection, log), fetch: globalThis.fetch },
    // Slack waits for this call, so it does not look up our identity. Listeners can store events without it.
    authorize: async () => {
      const identity = slack.known()
      const who = identity && { botUserId: identity.userId, botId: identity.botId, teamId: identity.teamId }
      return { ...(connection.botToken !== undefined && { botToken: connection.botToken }), ...who }
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
