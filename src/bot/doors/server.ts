import {
  createServer,
  type IncomingMessage,
  maxHeaderSize,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import type { FastifyInstance } from 'fastify'
import { isFromHere, mountOps, requestTimes, type Watched, plainServer } from '../../telemetry/ops.ts'
import { type Instance, instanceHeader } from '../deps/deps.ts'
import type { Metrics } from '../deps/metrics.ts'

const slackPath = '/slack/events'

/** Bolt accepts future timestamps, which would allow replays. Uses the system clock, as Bolt does. */
const isFromTheFuture = (request: IncomingMessage): boolean => {
  const sentAt = Number(request.headers['x-slack-request-timestamp'])
  return Number.isFinite(sentAt) && sentAt > Date.now() / 1_000 + 300
}

/** Bolt reads the body before it checks the signature. Slack's bodies are smaller and state their length. */
const bodyLimit = 1_048_576

/** Closes the connection, so that the unread body is not parsed as the next request. */
const refuse = (response: ServerResponse, status: number, words = '') =>
  response.writeHead(status, { connection: 'close' }).end(words)

const unknownHost =
  'The bot does not know the host of this request: set PUBLIC_URL to the address that is used.'

interface ServerOptions extends Pick<Watched, 'health'> {
  /** Undefined in Socket Mode, which needs no HTTP endpoint. */
  slack: RequestListener | undefined
  metrics: Metrics
  instance: Pick<Instance, 'id' | 'seen'>
  now: () => number
  /** Whether a request may use this host name. Undefined: any. */
  knowsHost?: ((host: string | undefined) => boolean) | undefined
  /** Time limit for receiving a whole request, in ms. Default 30,000. */
  requestMs?: number | undefined
  hasOpsPort: boolean
}

const whatRuns = [
  'Onboarding for Slack runs here: the app that Slack and the tracker send their events to.',
  'It has no pages. In Slack, /onboard help says what it does, and /readyz here says whether it works.',
  'To set it up, see docs/setup.md.\n',
].join('\n')

/** One port for both: Bolt needs Slack's raw bodies, and Fastify serves the rest six times faster. */
export const createBotServer = (options: ServerOptions): FastifyInstance => {
  const { slack, metrics, now, instance, knowsHost, hasOpsPort } = options
  const { seen } = instance
  const server = plainServer({
    // A path that can't be decoded is an unknown path.
    frameworkErrors: (_error, _request, { raw }) => void refuse(raw, 404),
    // Secrets may be as long as Node reads them.
    routerOptions: { maxParamLength: maxHeaderSize },
    serverFactory: (handler) =>
      createServer(requestTimes(options.requestMs), (request, response) => {
        if (knowsHost?.(request.headers.host) === false) return void refuse(response, 421, unknownHost)
        if (request.url?.split('?', 1)[0] !== slackPath || !slack) return handler(request, response)
        const countSigned = () => {
          const { statusCode: status } = response
          if (status === 401) {
            seen.unsigned += 1
            seen.lastUnsignedAt = now()
            metrics.refused('bad signature')
          } else if (status < 300) seen.signed += 1
        }
        response.on('finish', countSigned)
        if (request.method !== 'POST') refuse(response, 404)
        else if (!(Number(request.headers['content-length']) <= bodyLimit)) refuse(response, 413)
        else if (isFromTheFuture(request)) refuse(response, 401)
        else slack(request, response)
      }),
  })
  server.get('/healthz', (_request, reply) =>
    reply.header(instanceHeader, instance.id).send({ status: 'ok' }),
  )
  server.get('/', (_request, reply) => reply.type('text/plain; charset=utf-8').send(whatRuns))
  mountOps(server, options, (request) => !hasOpsPort && isFromHere(request))
  return server
}
