import type { Endpoint } from '../contract/endpoint.ts'
import { ApiProblem } from '../contract/problem.ts'
import { type Answer, isObject } from './transport.ts'

type Body = Record<string, unknown>

/** Where the interface says only "a list of …", its key is not known: the one array there is it. */
const rowsOf = (holder: Body, list: string): unknown => {
  const arrays = Object.values(holder).filter((value) => Array.isArray(value))
  return list in holder ? holder[list] : arrays.length === 1 ? arrays[0] : undefined
}

/**
 * `{projects: […]}` in the place of the list's object, or the bare rows. A list that says no total, neither in
 * its place nor around it, is whole: its total is its length.
 */
const asList = (place: unknown, list: string, around: unknown): unknown => {
  const holder = Array.isArray(place) ? { [list]: place } : place
  if (!isObject(holder)) return holder
  const rows = rowsOf(holder, list)
  const outer = isObject(around) ? around['pagination'] : undefined
  const counted = Array.isArray(rows) ? { total: rows.length } : undefined
  return { ...holder, [list]: rows, pagination: holder['pagination'] ?? outer ?? counted }
}

/**
 * The places where a reply may stand, the most particular first, for schemas of optional fields fit any object:
 * `{data: {comment: {…}}}`, `{comment: {…}}`, `{data: {…}}`, and the object bare.
 */
const placesOf = ({ shape, entity, list }: Endpoint, body: unknown): unknown[] => {
  const data = isObject(body) ? body['data'] : undefined
  const inner = entity ? [data, body].map((holder) => (isObject(holder) ? holder[entity] : undefined)) : []
  const outer = shape === 'bare' ? [body, data] : [data, body]
  const places = [...inner, ...outer].filter((place) => isObject(place) || (list && Array.isArray(place)))
  return list ? places.map((place) => asList(place, list, body)) : places
}

/** The reply in the endpoint's own schema. An answer that is not of this interface is named, never dumped. */
export const readReply = (endpoint: Endpoint, { status, body }: Answer): unknown => {
  const reads = placesOf(endpoint, body).map((place) => endpoint.reply.safeParse(place))
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
