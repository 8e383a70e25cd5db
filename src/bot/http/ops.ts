import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Health } from '../use-cases/tracker/health.ts'
import type { Metrics } from './metrics.ts'

const loopback = /^(::ffff:)?127\.|^::1$/
const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i
const forwarding = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'] as const

/** True only for direct requests from this machine. A proxy on the same machine forwards for others. */
export const isFromHere = ({ socket, headers }: FastifyRequest): boolean =>
  loopback.test(socket.remoteAddress ?? '') &&
  loopbackHost.test(headers.host ?? '') &&
  forwarding.every((name) => headers[name] === undefined)

export const everyAnswer = (server: FastifyInstance): void => {
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    done()
  })
}

interface Watched {
  readonly health: Health
  readonly metrics: Metrics
}

/** Anyone may see whether the bot is ready. Only the operator sees reasons and metrics. */
export const mountOps = (
  server: FastifyInstance,
  { health, metrics }: Watched,
  mayKnow: (request: FastifyRequest) => boolean,
): void => {
  server.get('/readyz', async (request, reply) => {
    const reasons = await health.reasons()
    const ready = reasons.length === 0
    reply.code(ready ? 200 : 503)
    return mayKnow(request) ? { ready, reasons } : { status: ready ? 'ready' : 'unready' }
  })
  server.get('/metrics', async (request, reply) =>
    mayKnow(request) ? reply.type(metrics.contentType).send(await metrics.text()) : reply.callNotFound(),
  )
}

/** A separate port for the operator. Slack and the tracker do not use it. */
export const createOpsServer = (
  watched: Watched,
  knowsHost: ((host: string | undefined) => boolean) | undefined,
): FastifyInstance => {
  const server = fastify({ logger: false, forceCloseConnections: true })
  everyAnswer(server)
  server.addHook('onRequest', async (request, reply) =>
    knowsHost?.(request.headers.host) === false
      ? reply.code(421).send({ status: 'unknown host' })
      : undefined,
  )
  server.get('/healthz', () => ({ status: 'ok' }))
  mountOps(server, watched, () => true)
  return server
}
