import { createHmac, timingSafeEqual } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { expect } from 'vitest'

export type Json = Record<string, unknown>

/** `event.message.text`, whatever the types say. */
export const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, name) => (inner as Json | undefined)?.[name], value)

export interface Received {
  kind: 'event' | 'command' | 'interaction'
  body: Json
  headers: IncomingMessage['headers']
}

/** The app's answer: a body and a status, or no answer for `never`. */
type Answer = { status?: number; body?: unknown } | 'never'

export const signingSecret = 'playground-signing-secret'

const signed = (request: IncomingMessage, raw: string): boolean => {
  const seconds = String(request.headers['x-slack-request-timestamp'])
  const given = String(request.headers['x-slack-signature'])
  const wanted = `v0=${createHmac('sha256', signingSecret).update(`v0:${seconds}:${raw}`).digest('hex')}`
  return given.length === wanted.length && timingSafeEqual(Buffer.from(given), Buffer.from(wanted))
}

const parse = (request: IncomingMessage, raw: string): Received => {
  const { headers } = request
  if (headers['content-type'] === 'application/json')
    return { kind: 'event', body: JSON.parse(raw) as Json, headers }
  const fields = Object.fromEntries(new URLSearchParams(raw))
  return fields['payload'] === undefined
    ? { kind: 'command', body: fields, headers }
    : { kind: 'interaction', body: JSON.parse(fields['payload']) as Json, headers }
}

type Browse = (request: IncomingMessage, response: ServerResponse) => unknown

/** An app that only listens. It checks every signature with its own HMAC and records requests. */
export const startStandInBot = async () => {
  const received: Received[] = []
  const arrivals = new EventEmitter()
  let answer: (one: Received) => Answer | Promise<Answer> = () => ({})
  let browse: Browse = (_request, response) => response.writeHead(404).end()
  const server = createServer((request, response) => {
    if (request.method === 'GET') return void browse(request, response)
    void (async () => {
      const raw = await readText(request)
      if (!signed(request, raw)) return response.writeHead(401).end()
      const one = parse(request, raw)
      received.push(one)
      arrivals.emit('request')
      const given = await answer(one)
      if (given === 'never') return undefined
      const body = typeof given.body === 'string' ? given.body : JSON.stringify(given.body)
      return response.writeHead(given.status ?? 200).end(body)
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    origin: `http://127.0.0.1:${port}`,
    eventsUrl: `http://127.0.0.1:${port}/slack/events`,
    received,
    /** Answers a browser: the app's own pages. */
    browsed: (next: Browse) => {
      browse = next
    },
    answer: (next: typeof answer) => {
      answer = next
    },
    /** Waits for the first matching request. */
    until: async (fits: (one: Received) => boolean): Promise<Received> => {
      for (;;) {
        const found = received.find(fits)
        if (found) return found
        await once(arrivals, 'request')
      }
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export const isCommand = ({ kind }: Received): boolean => kind === 'command'
export const isType =
  (type: string) =>
  ({ body }: Received): boolean =>
    body['type'] === type

/** An event of this type, with these fields, for `bot.until`. */
export const of =
  (type: string, fields: Json = {}) =>
  (one: Received): boolean =>
    one.kind === 'event' &&
    at(one.body, 'event.type') === type &&
    Object.entries(fields).every(([name, value]) => at(one.body, `event.${name}`) === value)

/** Slack refuses the call, and its client says so. */
export const refused = (call: Promise<unknown>, error: string): Promise<void> =>
  expect(call).rejects.toMatchObject({ data: { ok: false, error } })

/** Posts JSON, as an app does at a response URL, or a page. */
export const sendJson = (url: unknown, body: Json, method: 'POST' | 'PUT' = 'POST') =>
  fetch(String(url), {
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
