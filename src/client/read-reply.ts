import type { z } from 'zod'
import type { Endpoint } from '../contract/endpoint.ts'
import { limits } from '../contract/limits.ts'
import { pagination } from '../contract/paging.ts'
import { ApiProblem } from '../contract/problem.ts'
import { type Answer, isObject, tooLarge } from './transport.ts'

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
  const told = [holder['pagination'], outer].find((said) => pagination.safeParse(said).success)
  return { ...holder, [list]: rows, pagination: told ?? counted }
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

/** Whether the envelope shows, or what the endpoint is about. */
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
  const where = issue ? `its field ${issue.path.join('.')} is ${issue.code}` : 'it is no JSON object'
  throw new ApiProblem(
    'unexpected',
    `${method} ${path} answered with something that is not of this interface: ${where}`,
    { status },
  )
}
