import { request } from 'undici'
import { type MachineClock, machineClock } from '../kit/time.ts'
import { withDeadline } from '../../contract/dates.ts'
import { SlackProblem, slackProblem } from './problem.ts'
import { WebClient, type WebClientOptions } from '@slack/web-api'
import { boltLogger, type Log } from '../../log.ts'

/** Estimates Slack's clock. Message timestamps use it, and ours may be wrong. */
export const slackClock = (machine: MachineClock = machineClock, now = machine.wall) => {
  let aheadMs = 0
  let skewMs: number | undefined
  return {
    /** Takes the `Date` header of an answer that just arrived. */
    note: (date: string | null): void => {
      const theirs = Date.parse(date ?? '')
      if (Number.isNaN(theirs)) return
      aheadMs = theirs - now()
      // Slack's header has whole seconds.
      skewMs = machine.wall() - (theirs + 500)
    },
    ticks: machine.ticks,
    /** Converts a time of our clock, in ms, to Slack's. */
    at: (ms: number): number => ms + aheadMs,
    /** This machine's clock minus Slack's, in ms, to about a second. Undefined before Slack gives a date. */
    skewMs: (): number | undefined => skewMs,
  }
}
export type SlackClock = ReturnType<typeof slackClock>

const isSlacks = (text: string): boolean => {
  try {
    const body = JSON.parse(text) as { ok?: unknown } | null
    return typeof body?.ok === 'boolean'
  } catch {
    return false
  }
}

/** The options of `fetch` that WebClient sets for a method without files. */
type Call = { method: 'POST'; headers: Record<string, string>; body: string }

/** From the request to the last byte of the answer. */
const patienceMs = 10_000

/**
 * WebClient takes any text with status 200 for an error code, even a gateway's maintenance page. If the body
 * is not a JSON object with a boolean `ok`, the call fails as if no answer came. `request` does the same call as `fetch`
 * with half the work; it follows no redirect, and WebClient wants none.
 */
export const onlySlack = (clock: SlackClock): typeof fetch => {
  const send = (url: string, { method, headers, body }: Call) =>
    withDeadline(patienceMs, async (signal) => {
      const answer = await request(url, { method, headers, body, signal })
      // `Headers` joins a header that came twice.
      const all = new Headers(answer.headers as Record<string, string>)
      const [status, text] = [answer.statusCode, await answer.body.text()]
      clock.note(all.get('date'))
      if (status === 200 && !isSlacks(text)) throw new TypeError('what answered is not Slack')
      return { url, status, statusText: String(status), headers: all, text: async () => text }
    })
  // WebClient reads these fields of a response, and no others.
  return send as unknown as typeof fetch
}

/**
 * Slack counts a method's calls per workspace: after a 429, none of these is called before `Retry-After` ends. Posts wait
 * by channel.
 */
const heldMethods = ['reactions.add', 'reactions.remove', 'chat.postEphemeral', 'chat.update', 'users.info']

/** The app, whichever workspaces it is installed in. */
export type SlackApp =
  | { mode: 'http'; signingSecret: string; apiUrl: string }
  | { mode: 'socket'; appToken: string; apiUrl: string }

/** WebClient's warnings name no method, and come each second while Slack is away. Callers get the error and say more. */
const quietLogger = (log: Log) => {
  const logger = boltLogger(log)
  return { ...logger, warn: (...parts: readonly unknown[]) => logger.debug(...parts) }
}

/** WebClient would retry for half an hour, and might post twice. Lanes retry instead. */
export const clientOptions = (connection: SlackApp, log: Log, clock: SlackClock): WebClientOptions => ({
  slackApiUrl: connection.apiUrl,
  retryConfig: { retries: 0 },
  rejectRateLimitedCalls: true,
  fetch: onlySlack(clock),
  logger: quietLogger(log),
})

/** Throws `SlackProblem`. */
export type BotToken = () => Promise<string>

/** Hears how each call ended. `problem` is undefined if Slack said `ok`. */
type OnCall = (method: string, ms: number, problem: SlackProblem | undefined) => void

/** Every method that the bot calls with a token. */
export const methods = {
  auth: ['test'],
  chat: ['getPermalink', 'postEphemeral', 'postMessage', 'unfurl', 'update'],
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
  pins: ['add'],
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
      Object.fromEntries(names.map((name) => [name, call.bind(undefined, `${group}.${name}`)])),
    ]),
  ) as unknown as SlackMethods

export interface SlackClient extends SlackMethods {
  readonly apiCall: WebClient['apiCall']
}

/** Every failure is a `SlackProblem`. Does not call a held method before its `Retry-After` has passed. */
const gated = (
  client: WebClient,
  botToken: BotToken,
  log: Log,
  { ticks }: SlackClock,
  onCall: OnCall,
): WebClient['apiCall'] => {
  /** When a method may be called again, in ticks. */
  const opensAt = new Map<string, number>()
  return async (method, options) => {
    const startedAt = ticks()
    const wait = (opensAt.get(method) ?? 0) - startedAt
    if (wait > 0) throw new SlackProblem('rate-limited', 'ratelimited', `${method}: waits for Slack`, wait)
    try {
      const answer = await client.apiCall(method, { token: await botToken(), ...options })
      onCall(method, ticks() - startedAt, undefined)
      log.debug({ method }, 'Slack answered')
      return answer
    } catch (error) {
      const problem = slackProblem(method, error)
      onCall(method, ticks() - startedAt, problem)
      if (problem.kind === 'rate-limited' && heldMethods.includes(method))
        opensAt.set(method, ticks() + (problem.retryAfterMs ?? 30_000))
      throw problem
    }
  }
}

/** WebClient's default of 100 is for one workspace. Lanes limit the calls. */
const maxRequestConcurrency = 1_000

/** The clients of all installations share one WebClient. */
export const slackClients = (
  app: SlackApp,
  log: Log,
  clock: SlackClock,
  onCall: OnCall,
): ((botToken: BotToken) => SlackClient) => {
  const client = new WebClient(undefined, { ...clientOptions(app, log, clock), maxRequestConcurrency })
  return (botToken) => {
    const apiCall = gated(client, botToken, log, clock, onCall)
    return { ...methodsBy(apiCall), apiCall }
  }
}
