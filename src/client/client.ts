import { endpoints, type OnboardingApi } from '../contract/api.ts'
import type { Endpoint, Sending } from '../contract/endpoint.ts'
import { limits } from '../contract/limits.ts'
import { ApiProblem, type ProblemKind } from '../contract/problem.ts'
import { createPacer, type Pacer } from './pacer.ts'
import { problemOf } from './problem-of.ts'
import { createQuotaGate, type QuotaGate, type QuotaMemory } from './quota-gate.ts'
import { readReply } from './read-reply.ts'
import { type Request, requestOf } from './request-of.ts'
import { sleep as realSleep, type Sleep } from './sleep.ts'
import { defaultTimeouts, openTransport, type Timeouts } from './transport.ts'

export interface ClientOptions {
  /** The tracker's address, without `/v1`; a path prefix is kept. */
  readonly baseUrl: string
  readonly apiKey: string
  readonly log?: { debug(facts: object, message: string): void } | undefined
  /** Milliseconds since 1970: the month's turn and the quota probe go by it. */
  readonly now?: () => number
  readonly sleep?: Sleep
  /** 0 to 1, for the jitter between retries. */
  readonly random?: () => number
  /** Hand in a shared one where several processes write; the default paces this process alone. */
  readonly pacer?: Pacer
  /** Hand in a shared one where several processes call; the default forgets when this one ends. */
  readonly quotaMemory?: QuotaMemory
  readonly timeouts?: Partial<Timeouts>
}

export type Client = OnboardingApi & AsyncDisposable & { readonly quota: QuotaGate }

const readAttempts = 3
const retryMs = 250
const passing: ReadonlySet<ProblemKind> = new Set(['unreachable', 'unknown'])
/** Refusals that come after the quota was counted: calls go through. */
const judged: ReadonlySet<ProblemKind> = new Set(['invalid', 'unresolved', 'not-found'])

/** The pacer's clock cannot jump: a wall clock set back by an hour would stop all writes for as long. */
const ownPacer = (sleep: Sleep, now: (() => number) | undefined) =>
  createPacer({ sleep, now: now ?? (() => performance.now()) })

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
  const pacer = options.pacer ?? ownPacer(sleep, options.now)
  const quota = createQuotaGate(now, options.quotaMemory)
  const hide = (text: string) => text.replaceAll(options.apiKey, '[hidden]')
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  const transport = openTransport({ ...options, hide, timeouts })

  const attempt = async (endpoint: Endpoint, request: Request): Promise<unknown> => {
    const started = now()
    const answer = await transport.send(request, endpoint)
    const facts = { method: endpoint.method, path: endpoint.path, status: answer.status, ms: now() - started }
    options.log?.debug(facts, 'tracker answered')
    const problem = problemOf(endpoint, answer, hide)
    if (!problem || judged.has(problem.kind)) await quota.passed(started)
    if (!problem) return readReply(endpoint, answer)
    if (problem.kind === 'quota') await quota.reached(problem)
    if (problem.kind === 'rate-limited') await penalize(problem.retryAfterMs ?? limits.rateLimitWaitMs)
    throw problem
  }

  /** Waits for a turn or a retry. Whatever ends the wait, nothing was sent. */
  const wait = async (work: Promise<void>) => {
    try {
      await work
    } catch (cause) {
      if (cause instanceof ApiProblem) throw cause
      const why = stopping.signal.aborted ? 'the client is closing' : 'no turn to write was to be had'
      throw new ApiProblem('unreachable', `${why}, nothing was sent`, { cause })
    }
  }

  /** A pacer that fails must not stand in for the problem that it is told of. */
  const penalize = async (ms: number) => {
    try {
      await pacer.penalize(ms)
    } catch (cause) {
      options.log?.debug({ reason: (cause as Error).message }, 'a penalty was not kept')
    }
  }

  const read = async (endpoint: Endpoint, input: Record<string, unknown>) => {
    const request = requestOf(endpoint, input)
    await quota.admitRead()
    for (let tried = 1; ; tried += 1) {
      try {
        return await attempt(endpoint, request)
      } catch (problem) {
        const again = problem instanceof ApiProblem && passing.has(problem.kind) && tried < readAttempts
        if (!again || stopping.signal.aborted) throw problem
        await wait(sleep(retryMs * 2 ** (tried - 1) * (0.5 + random()), stopping.signal))
      }
    }
  }

  const write = async (endpoint: Endpoint, input: Record<string, unknown>, sending?: Sending) => {
    const request = requestOf(endpoint, input)
    await quota.admitWrite()
    await wait(pacer.write(stopping.signal))
    // The month's quota may have been used up by those that went first.
    await quota.admitWrite()
    await sending?.beforeSend?.()
    return attempt(endpoint, request)
  }

  const call = (endpoint: Endpoint) => (input: Record<string, unknown>, sending?: Sending) =>
    endpoint.method === 'GET' ? read(endpoint, input) : write(endpoint, input, sending)
  const rows = Object.entries(endpoints).map(([name, endpoint]) => [name, call(endpoint)])

  return {
    ...(Object.fromEntries(rows) as OnboardingApi),
    quota,
    [Symbol.asyncDispose]: () => {
      stopping.abort()
      return transport.close()
    },
  }
}
