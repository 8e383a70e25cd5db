import type { z } from 'zod'
import type { Endpoint, Method } from '../contract/endpoint.ts'
import { limits } from '../contract/limits.ts'
import { ApiProblem } from '../contract/problem.ts'

export interface Request {
  readonly method: Method
  readonly target: string
  /** JSON; undefined for an endpoint without a body. */
  readonly body: string | undefined
  readonly authorized: boolean
}

const has = (schema: z.ZodObject | undefined, name: string) => !!schema && name in schema.shape

/** Ids come from unsigned deliveries: an id must not leave its path segment, nor be unencodable. */
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

/** Splits one input object by the endpoint's schemas into path, query and body. */
export const requestOf = (endpoint: Endpoint, input: Record<string, unknown>): Request => {
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
