import { Pool } from 'undici'
import { NotPublic, publicLookup } from '../contract/address.ts'
import { openOutgoing, type Proxies } from '../contract/outgoing.ts'
import { withDeadline } from '../contract/dates.ts'
import type { Endpoint } from '../contract/api.ts'
import { limits } from '../contract/limits.ts'
import { hasMoreParts, startOf } from '../contract/text.ts'
import { ApiProblem } from '../contract/problem.ts'
import type { z } from 'zod'

const has = (schema: z.ZodObject | undefined, name: string) => !!schema && name in schema.shape

/** Ids come from unsigned deliveries, so each must be encodable and stay in its path segment. */
const segment = (endpoint: Endpoint, name: string, value: unknown): string => {
  const text = typeof value === 'string' ? value : ''
  const isId = !/^\.{0,2}$/.test(text) && text.length <= limits.id && text.isWellFormed()
  if (isId) return encodeURIComponent(text)
  throw new ApiProblem('not-found', `${endpoint.method} ${endpoint.path} has no such ${name}`)
}

const queryOf = (endpoint: Endpoint, input: Record<string, unknown>) => {
  const pairs = Object.entries(input)
    .filter(([name, value]) => has(endpoint.query, name) && value !== undefined)
    .map(([name, value]): [string, string] => [name, String(value)])
  return new URLSearchParams(pairs).toString()
}

export const requestOf = (endpoint: Endpoint, input: Record<string, unknown>) => {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => segment(endpoint, name, input[name]))
  const query = queryOf(endpoint, input)
  const rest = Object.entries(input).filter(
    ([name]) => !has(endpoint.params, name) && !has(endpoint.query, name),
  )
  return {
    method: endpoint.method,
    target: query ? `${path}?${query}` : path,
    body: endpoint.body ? JSON.stringify(Object.fromEntries(rest)) : undefined,
    authorized: !endpoint.open,
  }
}

export type Request = ReturnType<typeof requestOf>

export interface Timeouts {
  readonly connectMs: number
  /** From the request to the last byte of the answer. */
  readonly readMs: number
  /** Longer than for reads, because an abandoned write is unknown. */
  readonly writeMs: number
}
export const defaultTimeouts: Timeouts = { connectMs: 5_000, readMs: 10_000, writeMs: 15_000 }

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Parsed JSON: an empty object for an empty body, undefined for anything else. */
  readonly body: unknown
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

interface TransportOptions {
  readonly baseUrl: string
  readonly apiKey: string
  readonly timeouts: Timeouts
  readonly hide: (text: string) => string
  readonly publicOnly?: boolean
  readonly openNetworks?: readonly string[] | undefined
  readonly proxies?: Proxies | undefined
}

const graceMs = 500

interface Failure {
  readonly name?: string
  readonly code?: unknown
  readonly message?: string
  /** Of an AggregateError: one per address. */
  readonly errors?: readonly Failure[]
}

/** A text of our own, because undici's errors can hold the request with its headers. */
const reasonOf = ({ name, code, message, errors }: Failure) =>
  [typeof code === 'string' ? code : name, errors ? '' : message].filter(Boolean).join(': ')

/** A kind of its own, because the next answer would be as large. */
export const tooLarge = ({ method, path }: Endpoint, size: string): ApiProblem =>
  new ApiProblem('too-large', `${method} ${path} answered with ${size}`)

const problemOfFailure = (
  failure: Failure,
  endpoint: Endpoint,
  { isSent, hide }: { readonly isSent: boolean; readonly hide: (text: string) => string },
) => {
  const row = `${endpoint.method} ${endpoint.path}`
  if (failure.code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return tooLarge(endpoint, 'more than 1 MiB')
  const cause = failure instanceof NotPublic ? failure : new Error(hide(reasonOf(failure)))
  return isSent
    ? new ApiProblem('unknown', `${row} got no answer (${cause.message})`, { cause })
    : new ApiProblem('unreachable', `the tracker cannot be reached (${cause.message})`, { cause })
}

/** A program in front of the tracker may compress answers although the client asks for plain ones. */
const refuseCoding = ({ method, path }: Endpoint, headers: Answer['headers']) => {
  const coding = [headers['content-encoding'] ?? ''].flat().join(', ')
  if (/^(identity)?$/i.test(coding)) return
  const kind = method === 'GET' ? 'unexpected' : 'unknown'
  throw new ApiProblem(
    kind,
    `${method} ${path} was answered with content-encoding ${startOf(coding, 50)}, but only identity is accepted`,
  )
}

const headersOf = (request: Request, apiKey: string) => ({
  accept: 'application/json',
  'accept-encoding': 'identity',
  'user-agent': 'onboarding-for-slack',
  ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
  ...(request.authorized ? { authorization: `Bearer ${apiKey}` } : {}),
})

const parse = (text: string): unknown => {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

export const openTransport = (options: TransportOptions) => {
  const { baseUrl, apiKey, timeouts, hide, publicOnly, openNetworks, proxies } = options
  const base = new URL(baseUrl)
  const prefix = base.pathname.replace(/\/+$/, '')
  // HTTP/1.1 only: one request per connection, so that a failure belongs to one request.
  // An agent drops its pool with the last connection, so that a tracker at rest takes no memory.
  let pool: Pool | undefined
  const outgoing = openOutgoing({
    factory: (origin, options) => (pool = new Pool(origin, options)),
    connections: 16,
    allowH2: false,
    maxResponseSize: limits.answerBytes,
    connectMs: timeouts.connectMs,
    lookup: publicOnly ? publicLookup(undefined, openNetworks) : undefined,
    proxies,
  })
  let closing: Promise<void> | undefined
  const close = async () => {
    // An agent that closes forgets its pool, which waits for what is under way.
    const cutOff = setTimeout(() => void pool?.destroy(), graceMs)
    await outgoing.close().finally(() => clearTimeout(cutOff))
  }
  return {
    /** Any status is an answer. Throws `ApiProblem` of kind unreachable, unknown, or too-large. */
    send: async (request: Request, endpoint: Endpoint): Promise<Answer> => {
      if (closing)
        throw new ApiProblem('unreachable', 'the client is closed, nothing was sent', { isHeldBack: true })
      let isSent = false
      try {
        return await withDeadline(
          request.method === 'GET' ? timeouts.readMs : timeouts.writeMs,
          async (signal) => {
            const { statusCode, headers, body } = await outgoing.request(
              new URL(`${base.origin}${prefix}${request.target}`),
              {
                method: request.method,
                headers: headersOf(request, apiKey),
                body: request.body ?? null,
                signal,
              },
              () => (isSent = true),
            )
            const text = await body.text()
            refuseCoding(endpoint, headers)
            if (hasMoreParts(text, limits.answerParts)) throw tooLarge(endpoint, 'too many parts')
            return { status: statusCode, headers, body: parse(text) }
          },
        )
      } catch (failure) {
        if (failure instanceof ApiProblem) throw failure
        throw problemOfFailure(failure as Failure, endpoint, { isSent, hide })
      }
    },
    close: (): Promise<void> => (closing ??= close()),
  }
}
