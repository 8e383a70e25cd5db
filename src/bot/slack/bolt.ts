import type { App, HTTPReceiver } from '@slack/bolt'
// The package's index also loads Express.
import app from '@slack/bolt/dist/App.js'
import httpReceiver from '@slack/bolt/dist/receivers/HTTPReceiver.js'
import { WebClient, type WebClientOptions } from '@slack/web-api'
import { boltLogger, type Log } from '../../log.ts'
import { createGate } from './gate.ts'
import { onlySlack } from './only-slack.ts'
import { slackProblem } from './problem.ts'
import { type SlackClock, slackClock } from './slack-clock.ts'
import { socketReceiver } from './socket-mode/receiver.ts'

/** The app, whichever workspaces it is installed in. */
export type SlackApp =
  | { mode: 'http'; signingSecret: string; apiUrl: string }
  | { mode: 'socket'; appToken: string; apiUrl: string }

/** With the token of the installation that the environment names. */
export type SlackConnection = SlackApp & { botToken: string }

/** WebClient would retry for half an hour, and might post twice. Lanes retry instead. */
const clientOptions = (
  connection: SlackApp,
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

/** Throws `SlackProblem`. */
export interface BotToken {
  get(): Promise<string>
  /** Slack says that the token has ended. Gets another one, or undefined if there is none. */
  renew?(refused: string): Promise<string | undefined>
}

/** Around each call that is made, for metrics and traces. */
export type AroundCall = <R>(method: string, call: () => Promise<R>) => Promise<R>

/** Does not call a method while its rate limit is used up. */
class GatedClient extends WebClient {
  readonly #gate = createGate()
  readonly #botToken: BotToken
  readonly #around: AroundCall

  constructor(botToken: BotToken, around: AroundCall, options: WebClientOptions) {
    super(undefined, options)
    this.#botToken = botToken
    this.#around = around
  }

  override async apiCall(
    ...[method, options]: Parameters<WebClient['apiCall']>
  ): ReturnType<WebClient['apiCall']> {
    const turn = this.#gate.enter(method, options)
    try {
      return await this.#around(method, () => this.#call(method, options))
    } catch (error) {
      const problem = slackProblem(method, error)
      if (problem.kind === 'rate-limited') this.#gate.refused(method, problem.retryAfterMs ?? 30_000, turn)
      throw error
    }
  }

  async #call(...[method, options]: Parameters<WebClient['apiCall']>): ReturnType<WebClient['apiCall']> {
    const token = await this.#botToken.get()
    try {
      return await super.apiCall(method, { token, ...options })
    } catch (error) {
      if (slackProblem(method, error).code !== 'token_expired') throw error
      const newer = await this.#botToken.renew?.(token)
      if (newer === undefined || newer === token) throw error
      return super.apiCall(method, { token: newer, ...options })
    }
  }
}

export const createWebClient = (
  app: SlackApp,
  botToken: BotToken,
  log: Log,
  clock: SlackClock,
  around: AroundCall,
): WebClient => new GatedClient(botToken, around, clientOptions(app, log, clock))

export interface BoltApp {
  app: App
  /** Handles `POST /slack/events`. Undefined in Socket Mode. */
  requestListener: HTTPReceiver['requestListener'] | undefined
  /** Always true over HTTP. In Socket Mode, false before the first connection and after 10 s without one. */
  connected(): boolean
  start(): Promise<void>
  stop(): Promise<void>
}

/** What Bolt should know of the installation that an event belongs to. */
export type Authorize = (body: object) => { botUserId?: string; botId?: string; teamId?: string }

/** Both modes acknowledge after the listeners finish. */
export const createBolt = (connection: SlackApp, authorize: Authorize, log: Log): BoltApp => {
  const logger = boltLogger(log)
  const http =
    connection.mode === 'http'
      ? new httpReceiver.default({
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
  const bolt = new app.default({
    receiver,
    logger,
    // By default, Bolt looks up a conversation store, which we don't use.
    convoStore: false,
    // Response URLs use it too, and answer with a plain `ok`.
    clientOptions: { ...clientOptions(connection, log), fetch: globalThis.fetch },
    // Without a token: listeners call Slack through their installation's own client.
    authorize: async (_source, body) => authorize(body ?? {}),
  })
  return {
    app: bolt,
    requestListener: http?.requestListener,
    connected: () => socket?.connected() ?? true,
    start: async () => void (await socket?.start()),
    stop: async () => void (await socket?.stop()),
  }
}
