import net from 'node:net'
import type { IncomingMessage, ServerResponse } from 'node:http'
import inject from 'light-my-request'
import { Agent, type Dispatcher, Pool, setGlobalDispatcher } from 'undici'
import { alive, currentHost, type Host, onHost, worldTime } from './clock.ts'
import { between } from './chance.ts'
import { note } from './trace.ts'

/**
 * The world's network, in place of the machine's: servers listen here, and every request goes here. Importing this file
 * replaces `listen`, `fetch` and undici's connections.
 */

interface Listening {
  readonly server: net.Server
  readonly host: Host | undefined
}
const listening = new Map<number, Listening>()
const ports = new WeakMap<net.Server, number>()
let nextPort = 20_000

const notReached = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
const cut = () => Object.assign(new Error('other side closed'), { code: 'ECONNRESET' })

const listen = function (this: net.Server, { port }: { port?: number }, ready?: () => void) {
  const at = port || ++nextPort
  listening.set(at, { server: this, host: currentHost() })
  ports.set(this, at)
  Object.defineProperty(this, 'listening', { value: true, configurable: true })
  if (ready) this.once('listening', ready)
  process.nextTick(() => this.emit('listening'))
  return this
}
Object.assign(net.Server.prototype, {
  listen,
  address(this: net.Server) {
    return { address: '127.0.0.1', family: 'IPv4', port: ports.get(this) ?? 0 }
  },
  close(this: net.Server, done?: () => void) {
    listening.delete(ports.get(this) ?? 0)
    process.nextTick(() => {
      this.emit('close')
      done?.()
    })
    return this
  },
})

interface Call {
  readonly method: string
  readonly url: URL
  readonly headers: Record<string, string>
  readonly body: string | undefined
  /** The connection is there, and the first byte leaves. */
  readonly onStart?: () => void
}
interface Answer {
  readonly status: number
  readonly headers: Record<string, string | string[]>
  readonly body: Buffer
}

/** The answer of the server, in its own host's time. */
const serve = ({ method, url, headers, body }: Call, { server, host }: Listening): Promise<Answer> =>
  new Promise((resolve, reject) => {
    host?.connections.add(reject)
    const dispatch = (request: unknown, response: unknown) => {
      const lists = Object.entries((request as IncomingMessage).headers).map(([name, value]) => [
        name,
        [value],
      ])
      Object.assign(request as IncomingMessage, { headersDistinct: Object.fromEntries(lists) as object })
      // The stand-ins break a connection in this way.
      Object.assign((request as IncomingMessage).socket, { destroy: () => reject(cut()) })
      server.emit('request', request as IncomingMessage, response as ServerResponse)
    }
    const path = `${url.pathname}${url.search}`
    const request = { method: method as 'GET', url: path, headers: { host: url.host, ...headers } }
    const options = { ...request, ...(body !== undefined && { payload: body }), validate: false }
    const take = async () => {
      await alive(host)
      const { statusCode, headers, rawPayload } = await inject(dispatch, options)
      await alive(host)
      host?.connections.delete(reject)
      // Node's own clock wrote the date.
      const date = new Date(worldTime()).toUTCString()
      resolve({ status: statusCode, headers: { ...headers, date } as Answer['headers'], body: rawPayload })
    }
    onHost(host, () => void take().catch(reject))
  })

const delay = () => new Promise<void>((resolve) => setTimeout(resolve, between(1, 8)))

/** What has left the caller arrives, whatever becomes of the caller. */
const carry = (call: Call): Promise<Answer> =>
  onHost(undefined, async () => {
    await delay()
    const to = listening.get(Number(call.url.port))
    if (!to || to.host?.isDead) throw notReached()
    call.onStart?.()
    const answer = await serve(call, to)
    await delay()
    return answer
  })

/** Rejects as soon as the caller gives up. */
const send = async (call: Call, signal?: AbortSignal | null): Promise<Answer> => {
  const from = currentHost()
  const what = `${call.method} ${call.url.host}${call.url.pathname}${call.url.search}`
  note(from?.name ?? 'world', `${what} ${call.body ?? ''}`)
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const stop = () => reject(signal?.reason as Error)
  signal?.throwIfAborted()
  signal?.addEventListener('abort', stop, { once: true })
  carry(call).then(resolve, reject)
  try {
    const answer = await promise
    note(from?.name ?? 'world', `${what} → ${answer.status} ${answer.body.toString()}`)
    return answer
  } catch (error) {
    note(from?.name ?? 'world', `${what} → ${(error as Error).message}`)
    throw error
  } finally {
    signal?.removeEventListener('abort', stop)
    await alive(from)
  }
}

const bodyOf = (body: unknown): string | undefined => {
  if (body === undefined || body === null) return undefined
  if (typeof body === 'string' || body instanceof Uint8Array) return body.toString()
  throw new TypeError('only texts go through the world’s network')
}

globalThis.fetch = async (input, options = {}) => {
  const { method = 'GET', headers, body, signal } = options
  const given = Object.fromEntries(new Headers(headers))
  const call = {
    method,
    url: new URL(input instanceof Request ? input.url : input),
    headers: given,
    body: bodyOf(body),
  }
  const answer = await send(call, signal)
  const text = [204, 304].includes(answer.status) ? null : answer.body.toString()
  return new Response(text, { status: answer.status, headers: answer.headers as Record<string, string> })
}

/** A request of undici's, as it hears of its answer. */
const dispatch = (
  { origin, path, method, headers, body }: Dispatcher.DispatchOptions,
  handler: Dispatcher.DispatchHandler,
): boolean => {
  const given = new AbortController()
  const controller = {
    aborted: false,
    paused: false,
    reason: null,
    rawHeaders: [],
    pause: () => undefined,
    resume: () => undefined,
    abort: (reason: Error) => given.abort(reason),
  } as unknown as Dispatcher.DispatchController
  const call: Call = {
    method,
    url: new URL(`${String(origin)}${path}`),
    headers: Object.fromEntries(Object.entries(headers ?? {})),
    body: bodyOf(body),
    onStart: () => handler.onRequestStart?.(controller, {}),
  }
  send(call, given.signal).then(
    (answer) => {
      handler.onResponseStart?.(controller, answer.status, answer.headers, '')
      handler.onResponseData?.(controller, answer.body)
      handler.onResponseEnd?.(controller, {})
    },
    (error: Error) => handler.onResponseError?.(controller, error),
  )
  return true
}
Pool.prototype.dispatch = dispatch
// Node's own undici may have set another one.
setGlobalDispatcher(new Agent())

export const startNetwork = (): void => {
  listening.clear()
  nextPort = 20_000
}

/** Ends what reaches a host. */
export const unplug = (host: Host): void => {
  for (const [port, one] of listening) if (one.host === host) listening.delete(port)
  for (const breakOff of host.connections) breakOff(cut())
  host.connections.clear()
}
