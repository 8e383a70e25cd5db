import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { isUtf8 } from 'node:buffer'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiProblem } from '../../contract/problem.ts'
import type { Log } from '../../log.ts'
import { bodyLimit, countBodies, createBodies, limitConnections, requestTimes } from '../../http/bodies.ts'
import { commonHeaders, hasTwoHosts } from '../../http/headers.ts'
import { isFromHere, mountOps, type OpsPort, type Watched } from '../../telemetry/ops.ts'
import type { Deps } from '../acting.ts'
import { answerError, problem } from './errors.ts'
import { openRegistry, programMetrics, refusalCounter } from '../../telemetry/metrics.ts'
import type { Lanes } from '../../lanes/lanes.ts'
import { admit } from './admission.ts'

type Answer = (request: FastifyRequest, reply: FastifyReply) => unknown

const isApi = (url: string) => /^\/v1(?:[/?#]|$)/.test(url)

/** Under /v1, requests without a valid key can't find out which paths exist. */
export const unknownPath =
  (deps: Deps, answer: Answer): Answer =>
  async (request, reply) => {
    if (isApi(request.url)) await admit(deps, request)
    return answer(request, reply)
  }

/** Answers for a path that Fastify refuses before any hook runs. */
const malformedPath =
  (deps: Deps, answer: ReturnType<typeof answerError>) =>
  async (problem: Error, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const admitted = isApi(request.url) ? admit(deps, request) : Promise.resolve()
    const error = await admitted.then(
      () => problem,
      (refusal: Error) => refusal,
    )
    answer(error, request, reply)
  }

/** A database that takes longer to answer counts as not usable. */
const patienceMs = 3_000

/** The database is asked at most once in this time. */
const freshMs = 1_000

/** Why the service cannot work now, in words. Empty if it can. */
export const createHealth = (lanes: Pick<Lanes, 'trouble'>, isReady: () => boolean) => {
  let last: { at: number; reasons: Promise<readonly string[]> } | undefined
  const check = async () => {
    const late = sleep(patienceMs, 'the database isn’t responding', { ref: false })
    const reason = await Promise.race([lanes.trouble(), late])
    return reason === undefined ? [] : [reason]
  }
  return {
    reasons: async (): Promise<readonly string[]> => {
      if (!isReady()) return ['the service is starting']
      const at = performance.now()
      if (!last || at - last.at >= freshMs) last = { at, reasons: check() }
      return last.reasons
    },
  }
}

/** By Node's error code. Any other code is a 400. */
const refusals: Record<string, readonly [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
}

/** When Node can't parse a request, answers in the documented form and closes the connection. */
const answerUnreadable =
  (newUuid: () => string) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code !== 'ECONNRESET' && socket.writable) {
      const [status, message] = refusals[error.code ?? ''] ?? [400, "The request can't be read."]
      const id = newUuid()
      const body = JSON.stringify({ success: false, message, errors: null, metadata: { request_id: id } })
      socket.write(
        [
          `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
          'Content-Type: application/json; charset=utf-8',
          'Cache-Control: no-store',
          'X-Content-Type-Options: nosniff',
          `Content-Length: ${Buffer.byteLength(body)}`,
          `X-Request-Id: ${id}`,
          'Connection: close',
          '',
          body,
        ].join('\r\n'),
      )
    }
    socket.destroy(error)
  }

/** `application/json`, and types that are JSON by their name, such as `application/vnd.api+json`. */
const jsonTypes = /^application\/(?:[\w.+-]+\+)?json(?:\s*;|$)/i

/** Refuses text that is not UTF-8. Replacing bad bytes would store something that nobody sent. */
const readJsonAsUtf8 = (app: FastifyInstance) => {
  // `parsePart` refuses keys such as `__proto__` later, and names them.
  const parse = app.getDefaultJsonParser('ignore', 'ignore')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<Buffer>(jsonTypes, { parseAs: 'buffer' }, (request, body, done) => {
    // Programs send a content type with every request, even with an empty body.
    if (body.length === 0 && request.method === 'DELETE') return done(null, undefined)
    if (isUtf8(body)) return parse(request, body.toString('utf8'), done)
    done(new ApiProblem('unresolved', 'The body is not valid UTF-8.', { status: 400 }))
  })
}

export const createMetrics = () => {
  const registry = openRegistry()
  const labels = ['route', 'status']
  const answered = registry.timer('onboarding_request_seconds', 'Requests, by route and HTTP status.', labels)
  const refused = refusalCounter(registry, [
    'no room for the body',
    'too many connections',
    'passwords are waiting',
    'stored bytes',
  ])
  return {
    ...programMetrics(registry),
    refused,
    contentType: registry.contentType,
    text: registry.text,
    answered,
  }
}

type Metrics = ReturnType<typeof createMetrics>

/** Refusals are logged at `info`, by the pattern of their route: a URL can contain names or a token. */
const watchReplies = (app: FastifyInstance, log: Log, { answered }: Metrics) => {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, id: requestId } = request
    const { url: route } = request.routeOptions
    const { statusCode: status, elapsedTime } = reply
    // Unknown paths share a label, because anybody can ask for any.
    answered.observe({ route: route === undefined ? 'unknown' : `${method} ${route}`, status }, elapsedTime)
    const level = status < 400 ? 'debug' : 'info'
    if (log.isLevelEnabled(level))
      log[level]({ requestId, method, route, status, ms: Math.round(elapsedTime) }, 'answered')
    done()
  })
}

export interface ServerOptions {
  /** Whether a request can name this host. Undefined allows any. */
  readonly knowsHost?: ((host: string | undefined) => boolean) | undefined
  /** Proxies whose `X-Forwarded-…` headers are trusted. Undefined trusts none. */
  readonly trustedProxies?: readonly string[] | undefined
  /** How long a request may take to arrive. Default 30 seconds. */
  readonly requestMs?: number | undefined
  /** Serves reasons and metrics. Undefined: on the service's port, for loopback only. */
  readonly ops?: OpsPort | undefined
}

/** Protects against DNS rebinding, where another site's name leads to this address. */
const refuseHosts = (app: FastifyInstance, { knowsHost }: ServerOptions) => {
  app.addHook('onRequest', async (request, reply) => {
    if (hasTwoHosts(request.raw)) return problem(request, reply, 400, 'The request has two Host headers.')
    if (knowsHost?.(request.headers.host) === false) return problem(request, reply, 421, unknownHost)
    return undefined
  })
}
const unknownHost =
  "This server doesn't know the host of this request. Use the server's own address, or set PUBLIC_URL or SERVICE_PUBLIC_URL to the one you use."

const starting = 'The service is starting, and your request was not processed. Try again.'

export const createServer = async (
  deps: Deps,
  notFound: Answer,
  isReady: () => boolean,
  watched: Watched & { readonly metrics: Metrics },
  /** `isSecure`: people reach the service by https only. */
  options: ServerOptions & { readonly isSecure: boolean },
): Promise<FastifyInstance> => {
  const answer = answerError(deps.log)
  const times = requestTimes(options.requestMs)
  const answerMalformed = malformedPath(deps, answer)
  const headers = commonHeaders(options.isSecure)
  const app = Fastify({
    bodyLimit,
    requestTimeout: times.requestTimeout,
    http: times,
    trustProxy: options.trustedProxies ? [...options.trustedProxies] : false,
    genReqId: () => deps.newUuid(),
    frameworkErrors: (error, request, reply) =>
      void answerMalformed(error, request, reply.header('x-request-id', request.id).headers(headers)),
    clientErrorHandler: answerUnreadable(deps.newUuid),
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
  })
  // The API takes only JSON. The pages add their form parser themselves.
  app.removeContentTypeParser('text/plain')
  readJsonAsUtf8(app)
  app.decorateRequest('acting', undefined)
  app.decorateRequest('isKnown', false)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).headers(headers)
    done()
  })
  app.addHook('onRequest', async (request, reply) => {
    if (isReady() || request.routeOptions.url === '/readyz') return
    return problem(request, reply, 503, starting)
  })
  refuseHosts(app, options)
  countBodies(
    app,
    createBodies(() => watched.metrics.refused('no room for the body')),
    ({ isKnown }) => isKnown,
  )
  limitConnections(app.server, () => watched.metrics.refused('too many connections'))
  watchReplies(app, deps.log, watched.metrics)
  app.setErrorHandler(answer)
  app.setNotFoundHandler(notFound)
  await app.register(cookie)
  app.get('/healthz', () => ({ status: 'ok' }))
  mountOps(app, watched, (request) => options.ops === undefined && isFromHere(request))
  return app
}

export const closeServer = async (app: FastifyInstance): Promise<void> => {
  const limit = setTimeout(() => app.server.closeAllConnections(), 1_000)
  await app.close()
  clearTimeout(limit)
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the sender has shown a valid key or session, or the page is open to everybody. */
    isKnown: boolean
  }
}
