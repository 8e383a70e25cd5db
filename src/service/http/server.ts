import { isUtf8 } from 'node:buffer'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { ApiProblem } from '../../contract/problem.ts'
import type { Log } from '../../log.ts'
import type { Deps } from '../deps.ts'
import { answerUnreadable } from './client-error.ts'
import { answerError } from './errors.ts'
import { refuseUntilReady } from './until-ready.ts'

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

export const createServer = async (
  deps: Deps,
  cookieSecret: string,
  notFound: (request: FastifyRequest, reply: FastifyReply) => unknown,
  isReady: () => boolean,
): Promise<FastifyInstance> => {
  const answer = answerError(deps.log)
  const app = Fastify({
    bodyLimit: 1_048_576,
    genReqId: () => deps.newUuid(),
    // Fastify refuses an unreadable path before the hooks run.
    frameworkErrors: (error, request, reply) =>
      void answer(error, request, reply.header('x-request-id', request.id)),
    clientErrorHandler: answerUnreadable(deps.newUuid),
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
  })
  // The API takes JSON only; the pages add their forms themselves.
  app.removeContentTypeParser('text/plain')
  readJsonAsUtf8(app)
  app.decorateRequest('actor', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  refuseUntilReady(app, isReady)
  noteAnswers(app, deps.log)
  app.setErrorHandler(answer)
  app.setNotFoundHandler(notFound)
  await app.register(cookie, { secret: cookieSecret })
  app.get('/healthz', () => ({ status: 'ok' }))
  return app
}

/** Running requests may end; after a second open connections are cut. */
export const closeServer = async (app: FastifyInstance): Promise<void> => {
  const limit = setTimeout(() => app.server.closeAllConnections(), 1_000)
  await app.close()
  clearTimeout(limit)
}
