import { isUtf8 } from 'node:buffer'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { ApiProblem } from '../../contract/problem.ts'
import type { Log } from '../../log.ts'
import type { Deps } from '../deps.ts'
import { answerUnreadable } from './client-error.ts'
import { answerError } from './errors.ts'
import { refuseUntilReady } from './until-ready.ts'
import { problem } from './replies.ts'

/** Refuses text that is not UTF-8: replacing bad bytes would store what was never sent. */
const readJsonAsUtf8 = (app: FastifyInstance) => {
  // Keys such as `__proto__` are refused by name when the body is checked.
  const parse = app.getDefaultJsonParser('ignore', 'ignore')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (isUtf8(body)) return parse(request, body.toString('utf8'), done)
    done(new ApiProblem('unresolved', 'The body is not valid UTF-8.', { status: 400 }))
  })
}

const defaultRequestMs = 30_000

/** A slow sender is looked for ten times as often, so that it stays little longer than it may. */
const requestTimes = (requestMs = defaultRequestMs) => ({
  requestTimeout: requestMs,
  http: {
    requestTimeout: requestMs,
    headersTimeout: requestMs,
    connectionsCheckingInterval: Math.ceil(requestMs / 10),
  },
})

/** Answers hold an organization's data: no cache keeps them, and no browser guesses what they are. */
const everywhere = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const

/** Refusals at `info`, the rest at `debug`. The route, not the address, which may hold names or a token. */
const noteAnswers = (app: FastifyInstance, log: Log) => {
  app.addHook('onResponse', (request, reply, done) => {
    const level = reply.statusCode < 400 ? 'debug' : 'info'
    const { method, routeOptions } = request
    if (log.isLevelEnabled(level))
      log[level](
        {
          requestId: request.id,
          method,
          route: routeOptions.url,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
        },
        'answered',
      )
    done()
  })
}

export interface ServerOptions {
  /** Whether a request may name this host; undefined: any. */
  readonly knowsHost?: ((host: string | undefined) => boolean) | undefined
  /** Addresses whose `X-Forwarded-…` headers are believed; undefined: nobody's. */
  readonly trustedProxies?: readonly string[] | undefined
  /** A request that is not whole by then is ended. Default 30 seconds. */
  readonly requestMs?: number | undefined
}

/** Another site's name for this address (DNS rebinding) gets nothing. */
const refuseUnknownHosts = (app: FastifyInstance, { knowsHost }: ServerOptions) => {
  if (!knowsHost) return
  app.addHook('onRequest', async (request, reply) => {
    if (!knowsHost(request.headers.host)) return problem(request, reply, 421, unknownHost)
    return undefined
  })
}
const unknownHost =
  'This server does not know the host of this request. Use its own address, or set PUBLIC_URL or SERVICE_PUBLIC_URL to the one that is used.'

export const createServer = async (
  deps: Deps,
  notFound: (request: FastifyRequest, reply: FastifyReply) => unknown,
  isReady: () => boolean,
  options: ServerOptions,
): Promise<FastifyInstance> => {
  const answer = answerError(deps.log)
  const app = Fastify({
    bodyLimit: 1_048_576,
    ...requestTimes(options.requestMs),
    trustProxy: options.trustedProxies ? [...options.trustedProxies] : false,
    genReqId: () => deps.newUuid(),
    // Fastify refuses an unreadable path before the hooks run.
    frameworkErrors: (error, request, reply) =>
      void answer(error, request, reply.header('x-request-id', request.id).headers(everywhere)),
    clientErrorHandler: answerUnreadable(deps.newUuid),
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
  })
  // The API takes JSON only; the pages add their forms themselves.
  app.removeContentTypeParser('text/plain')
  readJsonAsUtf8(app)
  app.decorateRequest('actor', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).headers(everywhere)
    done()
  })
  refuseUntilReady(app, isReady)
  refuseUnknownHosts(app, options)
  noteAnswers(app, deps.log)
  app.setErrorHandler(answer)
  app.setNotFoundHandler(notFound)
  await app.register(cookie)
  app.get('/healthz', () => ({ status: 'ok' }))
  return app
}

/** Running requests may end; after a second open connections are cut. */
export const closeServer = async (app: FastifyInstance): Promise<void> => {
  const limit = setTimeout(() => app.server.closeAllConnections(), 1_000)
  await app.close()
  clearTimeout(limit)
}
