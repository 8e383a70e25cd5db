import { isUtf8 } from 'node:buffer'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { ApiProblem } from '../../contract/problem.ts'
import type { Log } from '../../log.ts'
import type { Deps } from '../deps.ts'
import { answerUnreadable } from './client-error.ts'
import { answerError } from './errors.ts'

/** JSON as Fastify reads it, but for text that is not UTF-8: replacing its bytes would store what nobody sent. */
const readJsonAsUtf8 = (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (isUtf8(body)) return parse(request, body.toString('utf8'), done)
    done(new ApiProblem('unresolved', 'The body is not valid UTF-8.', { status: 400 }))
  })
}

/**
 * What was answered, under the request's id, so that an id that somebody quotes is found: refusals at `info`,
 * everything else at `debug`. The route and never the address, which may hold names or a token.
 */
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

/** The bare server: ids of requests, the form of every error, no open end when it closes. */
export const createServer = async (
  deps: Deps,
  cookieSecret: string,
  notFound: (request: FastifyRequest, reply: FastifyReply) => unknown,
): Promise<FastifyInstance> => {
  const answer = answerError(deps.log)
  const app = Fastify({
    bodyLimit: 1_048_576,
    genReqId: () => deps.newUuid(),
    // A path that no route can read is refused before the hooks.
    frameworkErrors: (error, request, reply) =>
      void answer(error, request, reply.header('x-request-id', request.id)),
    clientErrorHandler: answerUnreadable(deps.newUuid),
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
  })
  // A body is JSON; the pages' own forms are read where the pages are.
  app.removeContentTypeParser('text/plain')
  readJsonAsUtf8(app)
  app.decorateRequest('actor', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  noteAnswers(app, deps.log)
  app.setErrorHandler(answer)
  app.setNotFoundHandler(notFound)
  await app.register(cookie, { secret: cookieSecret })
  app.get('/healthz', () => ({ status: 'ok' }))
  return app
}

/** Lets requests that are being answered end; who still holds a connection after a second loses it. */
export const closeServer = async (app: FastifyInstance): Promise<void> => {
  const limit = setTimeout(() => app.server.closeAllConnections(), 1_000)
  await app.close()
  clearTimeout(limit)
}
