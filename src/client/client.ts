import {
  endpoints,
  type CallsWithoutInput,
  type OnboardingApi,
  type OnCall,
  type Endpoint,
  type EndpointName,
  type Sending,
} from '../contract/api.ts'
import { limits } from '../contract/limits.ts'
import type { Proxies } from '../contract/outgoing.ts'
import { ApiProblem, type ProblemKind } from '../contract/problem.ts'
import { createPacer, sleep as realSleep, type Pacer, type Sleep } from './pacer.ts'
import { problemOf, readReply } from './read-reply.ts'
import { requestOf, defaultTimeouts, openTransport, type Request, type Timeouts } from './transport.ts'
import { waitLeft, wasPutBack, isoMonth } from '../contract/dates.ts'

const probeEveryMs = 10 * 60_000

/** Stops this process's calls after the monthly quota is used up, because no retry helps. */
const createQuotaGate = (now: () => number) => {
  let stopped: { at: number; message: string; probedAt: number } | undefined

  const resume = (): void => {
    stopped = undefined
  }
  const currentStop = () => {
    if (stopped && isoMonth(now()) !== isoMonth(stopped.at)) resume()
    return stopped
  }
  const refuse = (message: string) => {
    throw new ApiProblem('quota', message, { status: 429 })
  }

  return {
    /** When the tracker last said that the quota is used up, in ms since 1970. Undefined while calls go through. */
    reachedAt: (): number | undefined => currentStop()?.at,
    /** For a person's *Resume*: the next call shows whether it works. */
    resume,
    admitWrite: (): void => {
      const stop = currentStop()
      if (stop) refuse(stop.message)
    },
    /** As for writes, but lets a read through every ten minutes, to notice a higher quota. */
    admitRead: (): void => {
      const stop = currentStop()
      if (!stop) return
      if (waitLeft(stop.probedAt, probeEveryMs, now()) > 0) refuse(stop.message)
      stop.probedAt = now()
    },
    reached: ({ message }: ApiProblem) => void (stopped = { at: now(), message, probedAt: now() }),
    passed: (startedAt: number): void => {
      // A call that began before the quota ran out proves nothing.
      if (stopped && (startedAt >= stopped.at || wasPutBack(stopped.at, startedAt))) resume()
    },
  }
}

export interface ClientOptions {
  /** Without `/v1`; a path prefix is kept. */
  readonly baseUrl: string
  readonly apiKey: string
  readonly log?: { debug(facts: object, message: string): void } | undefined
  /** Milliseconds since 1970, for the quota's month and probe. */
  readonly now?: () => number
  readonly sleep?: Sleep
  /** 0 to 1, for the jitter between retries. */
  readonly random?: () => number
  /** Several processes that write need a shared one; default: for this process. */
  readonly pacer?: Pacer
  readonly timeouts?: Partial<Timeouts>
  /** Refuses host names that resolve to a private address, for an address that an outsider chose. */
  readonly publicOnly?: boolean
  /** With `publicOnly`: private networks that are allowed, such as `10.0.0.0/8`. */
  readonly openNetworks?: readonly string[] | undefined
  /** Proxies on the way to the tracker. Default: none, whatever the environment says. */
  readonly proxies?: Proxies | undefined
}

export type Client = OnboardingApi &
  CallsWithoutInput &
  AsyncDisposable & {
    readonly quota: ReturnType<typeof createQuotaGate>
    /** For work that can wait elsewhere: how long, in ms, until its write. 0: it may write now. */
    readonly place: (key: string) => number
    /** Asks without the key, so that no quota counts it. Rejects unless a tracker answers, even with a refusal. */
    readonly reach: () => Promise<void>
    /** From now on, `onCall` hears of each call, whether it is sent or held back. A later listener replaces it. */
    readonly watch: (onCall: OnCall) => void
  }

/** Whether the object exists already, made by an earlier try or by somebody else. */
const isThere = ({ status, message }: ApiProblem) =>
  status === 409 && /already|exist|duplicate/i.test(message)

const readAttempts = 3
const retryMs = 250
const retriedKinds: ReadonlySet<ProblemKind> = new Set(['unreachable', 'unknown', 'not-tracker'])
/** The tracker checks the quota before it answers one of these, so calls go through again. */
const judgedKinds: ReadonlySet<ProblemKind> = new Set(['invalid', 'unresolved', 'not-found'])

/** How a tracker may answer a call without a key. */
const refusalKinds: ReadonlySet<ProblemKind> = new Set([
  ...judgedKinds,
  'unauthorized',
  'forbidden',
  'rate-limited',
  'quota',
])

/**
 * `OnboardingApi` over HTTP. Every method throws `ApiProblem` alone, and neither it nor its causes carry the key;
 * what a `beforeSend` throws comes through as it is.
 *
 * Reads are tried three times while the tracker is unreachable or fails. Writes go out once, paced, and are never
 * repeated here: whether a write of kind `unknown` happened is for the caller's lane to find out.
 */
export const createClient = (options: ClientOptions): Client => {
  const { now = Date.now, sleep = realSleep, random = Math.random } = options
  const stopping = new AbortController()
  // The pacer's own clock can't jump: a wall clock set back by an hour would stop writes for an hour.
  const pacer = options.pacer ?? createPacer({ sleep, ...(options.now && { now: options.now }) })
  const quota = createQuotaGate(now)
  const hide = (text: string) => text.replaceAll(options.apiKey, '[hidden]')
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  const transport = openTransport({ ...options, hide, timeouts })

  const attempt = async (endpoint: Endpoint, request: Request, limit?: unknown): Promise<unknown> => {
    const started = now()
    const answer = await transport.send(request, endpoint)
    const facts = { method: endpoint.method, path: endpoint.path, status: answer.status, ms: now() - started }
    options.log?.debug(facts, 'tracker answered')
    const problem = problemOf(endpoint, answer, hide)
    if (!problem || judgedKinds.has(problem.kind)) quota.passed(started)
    if (!problem) return readReply(endpoint, answer, limit)
    if (endpoint.replyIfExists && isThere(problem)) return endpoint.replyIfExists
    if (problem.kind === 'quota') quota.reached(problem)
    if (problem.kind === 'rate-limited') await penalize(problem.retryAfterMs ?? limits.rateLimitWaitMs)
    throw problem
  }

  /** An aborted wait means that nothing was sent. */
  const wait = async (work: Promise<void>) => {
    try {
      await work
    } catch (cause) {
      if (cause instanceof ApiProblem) throw cause
      const why = stopping.signal.aborted ? 'the client is closing' : 'no turn to write was to be had'
      throw new ApiProblem('unreachable', `${why}, nothing was sent`, { isHeldBack: true, cause })
    }
  }

  /** A failing pacer must not hide the tracker's problem. */
  const penalize = async (ms: number) => {
    try {
      await pacer.penalize(ms)
    } catch (cause) {
      options.log?.debug({ reason: (cause as Error).message }, 'a penalty was not kept')
    }
  }

  const read = async (endpoint: Endpoint, input: Record<string, unknown>) => {
    const request = requestOf(endpoint, input)
    quota.admitRead()
    for (let tried = 1; ; tried += 1) {
      try {
        return await attempt(endpoint, request, input['limit'])
      } catch (problem) {
        const retry = problem instanceof ApiProblem && retriedKinds.has(problem.kind) && tried < readAttempts
        if (!retry || stopping.signal.aborted) throw problem
        await wait(sleep(retryMs * 2 ** (tried - 1) * (0.5 + random()), stopping.signal))
      }
    }
  }

  const write = async (endpoint: Endpoint, input: Record<string, unknown>, sending?: Sending) => {
    const request = requestOf(endpoint, input)
    quota.admitWrite()
    await wait(pacer.write(stopping.signal))
    // An earlier write may have used up the month's quota.
    quota.admitWrite()
    await sending?.beforeSend?.()
    return attempt(endpoint, request)
  }

  let onCall: OnCall = () => () => undefined
  const call =
    (name: EndpointName, endpoint: Endpoint) =>
    async (given?: Record<string, unknown>, sending?: Sending) => {
      const input = given ?? {}
      const ended = onCall(name)
      let answer: unknown
      try {
        answer = await (endpoint.method === 'GET' ? read(endpoint, input) : write(endpoint, input, sending))
      } catch (error) {
        ended(error)
        throw error
      }
      ended(undefined)
      return answer
    }
  const reach = async () => {
    const endpoint = endpoints.getUsage
    const answer = await transport.send({ ...requestOf(endpoint, {}), authorized: false }, endpoint)
    const problem = problemOf(endpoint, answer, hide)
    if (!problem) readReply(endpoint, answer)
    else if (!refusalKinds.has(problem.kind)) throw problem
  }
  const rows = Object.entries(endpoints).map(([name, endpoint]) => [
    name,
    call(name as EndpointName, endpoint),
  ])

  return {
    ...(Object.fromEntries(rows) as OnboardingApi & CallsWithoutInput),
    quota,
    place: (key) => pacer.place?.(key) ?? 0,
    reach,
    watch: (listener) => void (onCall = listener),
    [Symbol.asyncDispose]: () => {
      stopping.abort()
      return transport.close()
    },
  }
}
