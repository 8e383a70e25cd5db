import type { z } from 'zod'
import type { Endpoint, Method } from '../contract/endpoint.ts'
import { ApiProblem } from '../contract/problem.ts'

export interface Request {
  readonly method: Method
  /** Path and query, encoded. */
  readonly target: string
  /** JSON; undefined where the endpoint takes no body. */
  readonly body: string | undefined
  /** True for every endpoint but `POST /v1/auth`. */
  readonly authorized: boolean
}

const has = (schema: z.ZodObject | undefined, name: string) => !!schema && name in schema.shape

/**
 * Ids come from unsigned deliveries: what is no path segment must not climb out of the path, and what cannot be
 * encoded (a lone surrogate) names nothing.
 */
const segment = (endpoint: Endpoint, name: string, value: unknown): string => {
  const text = typeof value === 'string' ? value : ''
  if (!/^\.{0,2}$/.test(text) && text.isWellFormed()) return encodeURIComponent(text)
  throw new ApiProblem('not-found', `${endpoint.method} ${endpoint.path} has no such ${name}`)
}

const queryOf = (endpoint: Endpoint, input: Record<string, unknown>) => {
  const pairs = Object.entries(input)
    .filter(([name, value]) => has(endpoint.query, name) && value !== undefined)
    .map(([name, value]): [string, string] => [name, String(value)])
  return new URLSearchParams(pairs).toString()
}

/** One input object, taken apart into path, query and body by the names of the endpoint's schemas. */
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
