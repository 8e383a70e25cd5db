import type { Endpoint } from '../contract/endpoint.ts'
import { limits, waitMs } from '../contract/limits.ts'
import {
  ApiProblem,
  fieldError,
  type FieldError,
  type ProblemKind,
  quotaPhrase,
} from '../contract/problem.ts'
import { startOf } from '../contract/text/start-of.ts'
import { type Answer, isObject } from './transport.ts'

type Body = Record<string, unknown>

const maxMessage = 500
const kinds: Readonly<Record<number, ProblemKind>> = {
  400: 'unresolved',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  409: 'unresolved',
  410: 'not-found',
  413: 'invalid',
  422: 'invalid',
}

const bareStatuses: ReadonlySet<number> = new Set([401, 403, 429])

/**
 * The message of a refusal in the tracker's form: the envelope, or the bare `detail` of 401, 403 and the quota's 429.
 * Gateways have a `message` too, so the envelope shows by `success` or its request id.
 */
const messageIn = (status: number, { success, message, metadata, detail }: Body): string | undefined => {
  const isEnvelope = success === false || (isObject(metadata) && typeof metadata['request_id'] === 'string')
  if (isEnvelope && typeof message === 'string') return message
  return bareStatuses.has(status) && typeof detail === 'string' ? detail : undefined
}

const fieldsIn = (body: Body, hide: (text: string) => string): FieldError[] =>
  (Array.isArray(body['errors']) ? body['errors'] : []).flatMap((row) => {
    const read = fieldError.safeParse(row)
    return read.success ? [{ field: hide(read.data.field), message: hide(read.data.message) }] : []
  })

const requestIdOf = (body: Body, headers: Answer['headers']) => {
  const { metadata } = body
  const id = (isObject(metadata) ? metadata['request_id'] : undefined) ?? headers['x-request-id']
  return typeof id === 'string' ? startOf(id, 200) : undefined
}

/** This tracker sends none, but a proxy may. */
const retryAfter = (headers: Answer['headers']) => {
  const seconds = Number(headers['retry-after'] ?? Number.NaN)
  return Number.isNaN(seconds) ? undefined : waitMs(seconds)
}

const kindOf = (endpoint: Endpoint, status: number, said: string | undefined): ProblemKind => {
  if (status === 429) {
    return said?.toLowerCase().includes(quotaPhrase.toLowerCase()) ? 'quota' : 'rate-limited'
  }
  // Too early: it was not processed, and may be sent again.
  if (status === 425) return 'rate-limited'
  // The server may have read the whole request.
  if (status >= 500 || status === 408) return 'unknown'
  // A proxy or a sign-in page. A write that it took for its own didn't reach the tracker.
  if (said === undefined) return 'not-tracker'
  // A read names its object in the path, so a 400 for an unknown one is a 404.
  if (status === 400 && endpoint.method === 'GET' && /not found/i.test(said)) return 'not-found'
  // Any other 4xx is the tracker's last word on this request. It has no redirects.
  return kinds[status] ?? (status >= 400 ? 'invalid' : 'not-tracker')
}

/** The interface's "Errors" table. Undefined for a success. */
export const problemOf = (
  endpoint: Endpoint,
  answer: Answer,
  hide: (text: string) => string,
): ApiProblem | undefined => {
  const { status, headers } = answer
  const body: Body = isObject(answer.body) ? answer.body : {}
  const succeeded = status >= 200 && status < 300
  if (succeeded && body['success'] !== false) return undefined
  const said = messageIn(status, body)
  const message =
    said === undefined
      ? `${endpoint.method} ${endpoint.path} was answered with status ${status}`
      : startOf(hide(said), maxMessage)
  const kind = succeeded ? 'unresolved' : kindOf(endpoint, status, said)
  const asked = retryAfter(headers)
  return new ApiProblem(kind, message, {
    status,
    requestId: requestIdOf(body, headers),
    fields: fieldsIn(body, hide),
    retryAfterMs:
      kind === 'rate-limited' ? (asked ?? limits.rateLimitWaitMs) : kind === 'quota' ? undefined : asked,
  })
}
