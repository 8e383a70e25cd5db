import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import fastify, { type FastifyInstance } from 'fastify'
import { bareUrl } from '../bare-url.ts'
import type { Health } from '../use-cases/tracker/health.ts'
import { challengeHeader, type Instance, isNonce, proofHeader } from '../instance.ts'
import type { Metrics } from './metrics.ts'

const slackPath = '/slack/events'

/** Bolt accepts time stamps from the future, which allow replays. Uses the wall clock, as Bolt does. */
const isFromTheFuture = (request: IncomingMessage): boolean => {
  const sentAt = Number(request.headers['x-slack-request-timestamp'])
  return Number.isFinite(sentAt) && sentAt > Date.now() / 1_000 + 300
}

/** Bolt reads the body before it checks the signature. Slack's bodies are smaller, with a length. */
const bodyLimit = 1_048_576

const isTooLong = ({ headers }: IncomingMessage): boolean => !(Number(headers['content-length']) <= bodyLimit)

/** Closes the connection, so that the unread body is not taken for the next request. */
const refuse = (response: ServerResponse, status: number) =>
  response.writeHead(status, { connection: 'close' }).end()

export interface ServerOptions {
  /** Undefined in Socket Mode, where Slack does not call us. */
  slack: RequestListener | undefined
  health: Health
  metrics: Metrics
  instance: Pick<Instance, 'prove' | 'seen'>
  now: () => number
}

const countSigned = ({ instance: { seen }, metrics, now }: ServerOptions, status: number): void => {
  if (status === 401) {
    seen.unsigned += 1
    seen.lastUnsignedAt = now()
    metrics.refused('bad signature')
  } else if (status < 300) seen.signed += 1
}

/** One port: Bolt needs Slack's raw bodies; Fastify serves the rest in a sixth of Bolt's time. */
export const createBotServer = (options: ServerOptions): FastifyInstance => {
  const { slack, health, metrics, instance } = options
  const toSlack = (request: IncomingMessage, response: ServerResponse) => {
    response.on('finish', () => countSigned(options, response.statusCode))
    if (request.method !== 'POST') refuse(response, 404)
    else if (isTooLong(request)) refuse(response, 413)
    else if (isFromTheFuture(request)) refuse(response, 401)
    else slack?.(request, response)
  }
  const server = fastify({
    logger: false,
    forceCloseConnections: true,
    serverFactory: (handler) =>
      createServer((request, response) => {
        if (bareUrl(request.url) !== slackPath || !slack) handler(request, response)
        else toSlack(request, response)
      }),
  })
  server.get('/healthz', async (request, reply) => {
    const nonce = request.headers[challengeHeader]
    if (isNonce(nonce)) void reply.header(proofHeader, instance.prove(nonce))
    return { status: 'ok' }
  })
  server.get('/readyz', async (_, reply) => {
    const reasons = await health.reasons()
    return reply.code(reasons.length === 0 ? 200 : 503).send({ ready: reasons.length === 0, reasons })
  })
  server.get('/metrics', async (_, reply) => reply.type(metrics.contentType).send(await metrics.text()))
  return server
}
