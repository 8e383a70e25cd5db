import fastify, { type FastifyInstance, type FastifyRequest, type FastifyServerOptions } from 'fastify'
import { commonHeaders } from '../http/headers.ts'
import type { Exposed } from './metrics.ts'

const none = () => () => {
  throw new TypeError('no route has a JSON schema')
}

const loopback = /^(::ffff:)?127\.|^::1$/
const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i
const forwarding = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'] as const

/** True only for direct requests from this machine. A proxy on the same machine forwards for others. */
export const isFromHere = ({ socket, headers }: FastifyRequest): boolean =>
  loopback.test(socket.remoteAddress ?? '') &&
  loopbackHost.test(headers.host ?? '') &&
  forwarding.every((name) => headers[name] === undefined)

/** A server whose routes have no JSON schemas. Otherwise Fastify loads their compilers, a hundred files. */
export const plainServer = (options: FastifyServerOptions = {}, isSecure = false): FastifyInstance => {
  const schemaController = { compilersFactory: { buildValidator: none, buildSerializer: none } }
  const server = fastify({ logger: false, forceCloseConnections: true, schemaController, ...options })
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers(commonHeaders(isSecure))
    done()
  })
  return server
}

export interface Watched {
  readonly health: {
    /** Why the program cannot work now, in words. Empty if it can. */
    reasons(): Promise<readonly string[]>
  }
  readonly metrics: Exposed
}

export interface OpsPort {
  readonly port: number
  readonly host: string
}

/** Anyone may see whether the program is ready. Only the operator sees reasons and metrics. */
export const mountOps = (
  server: FastifyInstance,
  { health, metrics }: Watched,
  mayKnow: (request: FastifyRequest) => boolean,
): void => {
  server.get('/readyz', async (request, reply) => {
    const reasons = await health.reasons()
    const ready = reasons.length === 0
    reply.code(ready ? 200 : 503)
    if (!mayKnow(request)) return { status: ready ? 'ready' : 'unready' }
    return { ready, reasons }
  })
  server.get('/metrics', async (request, reply) =>
    mayKnow(request) ? reply.type(metrics.contentType).send(await metrics.text()) : reply.callNotFound(),
  )
}

export const openOps = async (
  place: OpsPort | undefined,
  watched: Watched,
  knowsHost: ((host: string | undefined) => boolean) | undefined,
): Promise<AsyncDisposable | undefined> => {
  if (!place) return undefined
  const server = plainServer()
  server.addHook('onRequest', async (request, reply) =>
    knowsHost?.(request.headers.host) === false
      ? reply.code(421).send({ status: 'unknown host' })
      : undefined,
  )
  server.get('/healthz', () => ({ status: 'ok' }))
  mountOps(server, watched, () => true)
  await server.listen(place)
  return { [Symbol.asyncDispose]: () => server.close() }
}
