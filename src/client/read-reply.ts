import type { z } from 'zod'
import type { Endpoint } from '../contract/api.ts'
import { limits, waitMs } from '../contract/limits.ts'
import { paginationSchema } from '../contract/fields.ts'
import {
  ApiProblem,
  fieldErrorSchema,
  type FieldError,
  type ProblemKind,
  quotaPhrase,
} from '../contract/problem.ts'
import { type Answer, isObject, tooLarge } from './transport.ts'
import { startOf } from '../contract/text.ts'

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
 * Gateways send a `message` too, so an envelope is known by `success` or by its request id.
 */
const messageIn = (status: number, { success, message, metadata, detail }: Body): string | undefined => {
  const isEnvelope = success === false || (isObject(metadata) && typeof metadata['request_id'] === 'string')
  if (isEnvelope && typeof message === 'string') return message
  return bareStatuses.has(status) && typeof detail === 'string' ? detail : undefined
}

const fieldsIn = (body: Body, hide: (text: string) => string): FieldError[] =>
  (Array.isArray(body['errors']) ? body['errors'] : []).flatMap((row) => {
    const read = fieldErrorSchema.safeParse(row)
    return read.success ? [{ field: hide(read.data.field), message: hide(read.data.message) }] : []
  })

const requestIdOf = (body: Body, headers: Answer['headers']) => {
  const { metadata } = body
  const id = (isObject(metadata) ? metadata['request_id'] : undefined) ?? headers['x-request-id']
  return typeof id === 'string' ? startOf(id, 200) : undefined
}

/** In ms. The tracker sends no `Retry-After`, but a proxy may. */
const retryAfter = (headers: Answer['headers']) => {
  const seconds = Number(headers['retry-after'] ?? Number.NaN)
  return Number.isNaN(seconds) ? undefined : waitMs(seconds)
}

/** How servers answer a path that they don't know. Gateways answer 403, in a form of their own. */
const unknownPath: ReadonlySet<number> = new Set([404, 405, 501])

const kindOf = (endpoint: Endpoint, status: number, message: string | undefined): ProblemKind => {
  const isLacking = unknownPath.has(status) || (status === 403 && message === undefined)
  if (endpoint.own && isLacking) return 'not-found'
  if (status === 429) {
    return message?.toLowerCase().includes(quotaPhrase.toLowerCase()) ? 'quota' : 'rate-limited'
  }
  // "Too Early": the request was not processed, and may be sent again.
  if (status === 425) return 'rate-limited'
  // The server may have read the whole request.
  if (status >= 500 || status === 408) return 'unknown'
  // A proxy or a sign-in page answered. It kept a write for itself, so the tracker didn't get it.
  if (message === undefined) return 'not-tracker'
  // A read names its object in the path, so a 400 for an unknown one is a 404.
  if (status === 400 && endpoint.method === 'GET' && /not found/i.test(message)) return 'not-found'
  // Any other 4xx is the tracker's last word on this request. It has no redirects.
  return kinds[status] ?? (status >= 400 ? 'invalid' : 'not-tracker')
}

/** The interface's "Errors" table. Undefined for a success. */
export const problemOf = (endpoint: Endpoint, answer: Answer, hide: (text: string) => string) => {
  const { status, headers } = answer
  const body: Body = isObject(answer.body) ? answer.body : {}
  const succeeded = status >= 200 && status < 300
  if (succeeded && body['success'] !== false) return undefined
  const trackerMessage = messageIn(status, body)
  const message =
    trackerMessage === undefined
      ? `${endpoint.method} ${endpoint.path} was answered with status ${status}`
      : startOf(hide(trackerMessage), maxMessage)
  const kind = succeeded ? 'unresolved' : kindOf(endpoint, status, trackerMessage)
  const retryMs = retryAfter(headers)
  return new ApiProblem(kind, message, {
    status,
    requestId: requestIdOf(body, headers),
    fields: fieldsIn(body, hide),
    retryAfterMs:
      kind === 'rate-limited' ? (retryMs ?? limits.rateLimitWaitMs) : kind === 'quota' ? undefined : retryMs,
  })
}

type Body = Record<string, unknown>

/** Where the interface says only "a list of …", its key is unknown: it is the one array besides `errors`. */
const rowsOf = (holder: Body, list: string): unknown => {
  const arrays = Object.entries(holder).flatMap(([key, value]) =>
    key !== 'errors' && Array.isArray(value) ? [value] : [],
  )
  return list in holder ? holder[list] : arrays.length === 1 ? arrays[0] : undefined
}

/** The total of a list that names none. After a full page there may be more, but a limit of 1 asks only for any. */
const countOf = (rows: readonly unknown[], limit: unknown): number =>
  rows.length > 1 && rows.length === limit ? rows.length + 1 : rows.length

const asList = (place: unknown, list: string, around: unknown, limit: unknown): unknown => {
  const holder = Array.isArray(place) ? { [list]: place } : place
  if (!isObject(holder)) return holder
  const rows = rowsOf(holder, list)
  const outer = isObject(around) ? around['pagination'] : undefined
  const counted = Array.isArray(rows) ? { total: countOf(rows, limit) } : undefined
  const pagination = [holder['pagination'], outer].find((one) => paginationSchema.safeParse(one).success)
  return { ...holder, [list]: rows, pagination: pagination ?? counted }
}

/**
 * The most specific place first (`{data: {comment: {…}}}`), because optional fields match any object. For the same reason
 * the envelope is not read where there is `data`: it would match, without what `data` says.
 */
const placesOf = ({ shape, entity, list }: Endpoint, body: unknown, limit: unknown): unknown[] => {
  const data = isObject(body) ? body['data'] : undefined
  const inner = entity ? [data, body].map((holder) => (isObject(holder) ? holder[entity] : undefined)) : []
  const saysNothing = Array.isArray(data) ? data.length === 0 : !isObject(data)
  const outer = shape === 'bare' ? [body, data] : saysNothing ? [data, body] : [data]
  const places = [...inner, ...outer].filter((place) => isObject(place) || (list && Array.isArray(place)))
  return list ? places.map((place) => asList(place, list, body, limit)) : places
}

/** Whether the body has the envelope, or the key that the endpoint answers with. */
const isTrackers = ({ entity, list }: Endpoint, body: unknown): boolean =>
  isObject(body) &&
  (body['success'] === true || ['data', entity, list].some((key) => key !== undefined && key in body))

/** The list without the rows that the issues name. Undefined if they name something else, or every row. */
const withoutOddRows = (list: string, place: unknown, issues: readonly z.core.$ZodIssue[]): unknown => {
  const all = isObject(place) ? place[list] : undefined
  if (!Array.isArray(all) || issues.some(({ path }) => path[0] !== list || path.length < 2)) return undefined
  const odd = new Set(issues.map(({ path }) => path[1]))
  const rows = all.filter((_, index) => !odd.has(index))
  return rows.length === 0 ? undefined : { ...(place as Body), [list]: rows }
}

/** One odd row must not hide the others. */
const readPlace = ({ reply, list }: Endpoint, place: unknown) => {
  const read = reply.safeParse(place)
  const rest = read.success || !list ? undefined : withoutOddRows(list, place, read.error.issues)
  return rest === undefined ? read : reply.safeParse(rest)
}

const hasTooManyRows = (place: unknown, list: string | undefined): boolean => {
  const rows = isObject(place) && list ? place[list] : undefined
  return Array.isArray(rows) && rows.length > limits.answerRows
}

/** Parses the reply to a request with this limit. An error names the endpoint and never shows the body. */
export const readReply = (endpoint: Endpoint, { status, body }: Answer, limit?: unknown): unknown => {
  const places = placesOf(endpoint, body, limit)
  if (places.some((place) => hasTooManyRows(place, endpoint.list)))
    throw tooLarge(endpoint, `more than ${limits.answerRows} rows`)
  const reads = places.map((place) => readPlace(endpoint, place))
  const fitting = reads.find((read) => read.success)
  if (fitting) return fitting.data
  const { method, path } = endpoint
  if (!isTrackers(endpoint, body))
    throw new ApiProblem(
      // What stood in the tracker's place may have passed a write on.
      method === 'GET' ? 'not-tracker' : 'unknown',
      `${method} ${path} was answered with status ${status}, but not in the tracker's form`,
      { status },
    )
  const issue = reads[0]?.error?.issues[0]
  const wrong = issue?.code === 'custom' ? 'missing' : issue?.code
  const where = issue ? `its field ${issue.path.join('.')} is ${wrong}` : 'it is no JSON object'
  throw new ApiProblem(
    'unexpected',
    `${method} ${path} answered with something that is not of this interface: ${where}`,
    { status },
  )
}
