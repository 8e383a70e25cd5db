import type { Endpoint } from '../contract/endpoint.ts'
import { ApiProblem } from '../contract/problem.ts'
import { type Answer, isObject } from './transport.ts'

type Body = Record<string, unknown>

/** Where the interface says only "a list of …", its key is not known: the one array there is it, but not the envelope's. */
const rowsOf = (holder: Body, list: string): unknown => {
  const arrays = Object.entries(holder).flatMap(([key, value]) =>
    key !== 'errors' && Array.isArray(value) ? [value] : [],
  )
  return list in holder ? holder[list] : arrays.length === 1 ? arrays[0] : undefined
}

/** Of a list without a total. After a full page there may be more. With a limit of 1, only whether there is any counts. */
const countOf = (rows: readonly unknown[], limit: unknown): number =>
  rows.length > 1 && rows.length === limit ? rows.length + 1 : rows.length

/** `{projects: […]}` or bare rows. */
const asList = (place: unknown, list: string, around: unknown, limit: unknown): unknown => {
  const holder = Array.isArray(place) ? { [list]: place } : place
  if (!isObject(holder)) return holder
  const rows = rowsOf(holder, list)
  const outer = isObject(around) ? around['pagination'] : undefined
  const counted = Array.isArray(rows) ? { total: countOf(rows, limit) } : undefined
  return { ...holder, [list]: rows, pagination: holder['pagination'] ?? outer ?? counted }
}

/**
 * The most particular first (`{data: {comment: {…}}}`), because optional fields match any object. For the same reason
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

/** Parses the reply to a request with this limit. An error names the endpoint and never shows the body. */
export const readReply = (endpoint: Endpoint, { status, body }: Answer, limit?: unknown): unknown => {
  const reads = placesOf(endpoint, body, limit).map((place) => endpoint.reply.safeParse(place))
  const fitting = reads.find((read) => read.success)
  if (fitting) return fitting.data
  const issue = reads[0]?.error?.issues[0]
  const where = issue ? `its field ${issue.path.join('.')} is ${issue.code}` : 'it is no JSON object'
  throw new ApiProblem(
    'unexpected',
    `${endpoint.method} ${endpoint.path} answered with something that is not of this interface: ${where}`,
    { status },
  )
}
