import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { uuidOf } from '../../../../src/service/demo/modules.ts'
import { remote } from './server.ts'

/** The demo organization, by what no operation of the interface lists. */
export const roles = {
  lead: uuidOf('role', 'implementation lead'),
  engineer: uuidOf('role', 'solutions engineer'),
  customer: uuidOf('role', 'customer lead'),
} as const
export const archivedPlaybook = uuidOf('playbook', 'legacy-1')

export const people = {
  dana: 'dana@vendor.example',
  lee: 'lee@vendor.example',
  sam: 'sam@vendor.example',
  casey: 'casey@acme.example',
  robin: 'robin@globex.example',
} as const
export const apiUser = uuidOf('person', 'api@vendor.example')
export const danaUuid = uuidOf('person', people.dana)

export const nowhere = 'f0f0f0f0-0000-4000-8000-000000000000'
export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
export const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
export const isoDay = /^\d{4}-\d\d-\d\d$/

export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** Parsed; undefined when there is none. Each expectation says what it wants of it. */
  readonly body: unknown
  readonly text: string
}

export type Call = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const isRateLimited = ({ status, body }: Answer) => status === 429 && at(body, 'detail') === undefined

/**
 * Requests to one server as one key; without a key they carry no Authorization header. A server elsewhere has
 * its own limit of writes a minute: what it refuses for that is asked again, as the interface advises.
 */
export const callerOf = (url: string, key?: string): Call => {
  const send = sender(url, key)
  const ask: Call = async (...request) => {
    const answer = await send(...request)
    if (remote === undefined || !isRateLimited(answer)) return answer
    await sleep(60_000)
    return ask(...request)
  }
  return ask
}

const sender =
  (url: string, key?: string): Call =>
  async (method, path, body, headers = {}) => {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: parsed(text) }
  }

/** What stands at a path such as `data.projects.0.uuid`; undefined when nothing does. */
export const at = (value: unknown, path: string): unknown => {
  let here = value
  for (const key of path.split('.')) {
    if (typeof here !== 'object' || here === null) return undefined
    here = (here as Record<string, unknown>)[key]
  }
  return here
}

export const textAt = (value: unknown, path: string): string => {
  const found = at(value, path)
  if (typeof found !== 'string') throw new TypeError(`${path} is not a string: ${JSON.stringify(value)}`)
  return found
}

export const listAt = (value: unknown, path: string): Record<string, unknown>[] => {
  const found = at(value, path)
  if (!Array.isArray(found)) throw new TypeError(`${path} is not a list: ${JSON.stringify(value)}`)
  return found as Record<string, unknown>[]
}

export const words = expect.stringMatching(/./)

/** The envelope of a problem, whole: nothing beside these keys. */
export const problem = (answer: Answer, message: unknown, errors: unknown = null) => ({
  success: false,
  message,
  errors,
  metadata: { request_id: answer.headers.get('x-request-id') },
})
