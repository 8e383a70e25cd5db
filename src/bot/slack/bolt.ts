import app from '@slack/bolt/dist/App.js'
import httpReceiver from '@slack/bolt/dist/receivers/HTTPReceiver.js'
import { WebClient, type WebClientOptions } from '@slack/web-api'
import { boltLogger, type Log } from '../../log.ts'
import { createGate, onlySlack, type SlackClock, slackClock } from './around-calls.ts'
import { slackProblem } from './problem.ts'
import { socketReceiver } from './socket-mode-receiver.ts'
// The package's index also loads Express.

/** The app, whichever workspaces it is installed in. */
export type SlackApp =
  | { mode: 'http'; signingSecret: string; apiUrl: string }
  | { mode: 'socket'; appToken: string; apiUrl: string }

/** With the token of the installation that the environment names. */
export type SlackConnection = SlackApp & { botToken: string }

/** Its warnings name no method, and come once a second while Slack is away. Callers get the error and say more. */
const quietLogger = (log: Log) => {
  const logger = boltLogger(log)
  return { ...logger, warn: (...parts: readonly unknown[]) => logger.debug(...parts) }
}

/** WebClient would retry for half an hour, and might post twice. Lanes retry instead. */
const clientOptions = (
  connection: SlackApp,
  log: Log,
  clock: SlackClock = slackClock(),
): WebClientOptions => ({
  slackApiUrl: connection.apiUrl,
  retryConfig: { retries: 0 },
  rejectRateLimitedCalls: true,
  fetch: onlySlack(clock),
  logger: quietLogger(log),
})

/** An installation's token. Throws `SlackProblem`. */
export type BotToken = () => Promise<string>

/** Around each call that is made, for metrics and traces. */
export type AroundCall = <R>(method: string, call: () => Promise<R>) => Promise<R>

/** Every method that the bot calls with a token. */
const methods = {
  auth: ['test'],
  chat: ['delete', 'getPermalink', 'postEphemeral', 'postMessage', 'unfurl', 'update'],
  conversations: [
    'archive',
    'create',
    'history',
    'info',
    'invite',
    'inviteShared',
    'list',
    'members',
    'open',
    'replies',
    'setTopic',
  ],
  pins: ['add', 'remove'],
  reactions: ['add', 'remove'],
  team: ['info'],
  users: ['conversations', 'info', 'list', 'lookupByEmail'],
  views: ['open', 'publish', 'push', 'update'],
} as const

type SlackMethods = {
  readonly [G in keyof typeof methods]: Pick<WebClient[G], (typeof methods)[G][number] & keyof WebClient[G]>
}

/** These methods, with WebClient's types. A WebClient has 290 and takes 27 kB, which is much for each installation. */
const methodsBy = (call: WebClient['apiCall']): SlackMethods =>
  Object.fromEntries(
    Object.entries(methods).map(([group, names]) => [
      group,
      Object.fromEntries(
        names.map((name) => [name, (options?: Record<string, unknown>) => call(`${group}.${name}`, options)]),
      ),
    ]),
  ) as unknown as SlackMethods

/** Slack, as one installation calls it. */
export interface SlackClient extends SlackMethods {
  readonly apiUrl: string
  readonly apiCall: WebClient['apiCall']
  readonly token: () => Promise<string>
}

/** Does not call a method while the installation's rate limit is used up. */
const gated = (client: WebClient, botToken: BotToken, around: AroundCall): WebClient['apiCall'] => {
  const gate = createGate()
  const call: WebClient['apiCall'] = async (method, options) =>
    client.apiCall(method, { token: await botToken(), ...options })
  return async (method, options) => {
    const turn = gate.enter(method)
    try {
      return await around(method, () => call(method, options))
    } catch (error) {
      const problem = slackProblem(method, error)
      if (problem.kind === 'rate-limited') gate.refused(method, problem.retryAfterMs ?? 30_000, turn)
      throw error
    }
  }
}

/** WebClient's default of 100 is for one workspace. Lanes limit the calls. */
const maxRequestConcurrency = 1_000

/** Makes the clients of all installations. They share what does the calls. */
export const slackClients = (
  app: SlackApp,
  log: Log,
  clock: SlackClock,
  around: AroundCall,
): ((botToken: BotToken) => SlackClient) => {
  const client = new WebClient(undefined, { ...clientOptions(app, log, clock), maxRequestConcurrency })
  return (botToken) => {
    const apiCall = gated(client, botToken, around)
    return { ...methodsBy(apiCall), apiCall, apiUrl: app.apiUrl, token: botToken }
  }
}

/** What Bolt should know of the installation that an event belongs to. */
type Authorize = (body: object) => { botUserId?: string; botId?: string; teamId?: string }

/** Both modes acknowledge after the listeners finish. */
export const createBolt = (connection: SlackApp, authorize: Authorize, log: Log) => {
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
    clientOptions: { ...clientOptions(connection, log), timeout: 10_000, fetch: globalThis.fetch },
    // Without a token: listeners call Slack through their installation's own client.
    authorize: async (_source, body) => authorize(body ?? {}),
  })
  return {
    app: bolt,
    /** Handles `POST /slack/events`. Undefined in Socket Mode. */
    requestListener: http?.requestListener,
    /** Always true over HTTP. In Socket Mode, false before the first connection and after 10 s without one. */
    connected: () => socket?.connected() ?? true,
    start: async () => void (await socket?.start()),
    stop: async () => void (await socket?.stop()),
  }
}
