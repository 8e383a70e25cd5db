import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hideSecrets } from '../../log.ts'
import type { Common } from '../installations/bind.ts'
import { callersFor, callLimit } from './mcp-callers.ts'
import { parseJson } from './parse-json.ts'

type Doors = Parameters<typeof callersFor>[0]

export interface McpOptions extends Doors, Pick<Common, 'now' | 'log' | 'metrics'> {
  readonly instance: Pick<Common['instance'], 'publicUrl'>
}

/** A comment is the longest that an assistant sends. */
const bodyLimit = 131_072

const path = '/mcp'

/** JSON-RPC's form of an error that belongs to no request. */
const refuse = (reply: FastifyReply, status: number, message: string) =>
  reply.code(status).send({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null })

/** Browsers name the page that asks. No page but our own may, whatever its host resolves to. */
const isOtherPage = ({ headers: { origin } }: FastifyRequest, publicUrl: string): boolean =>
  origin !== undefined && origin !== new URL(publicUrl).origin

/** `POST /mcp`: the subcommands' look-ups as tools for assistants, over streamable HTTP without sessions. */
export const mountMcp = (server: FastifyInstance, options: McpOptions): void => {
  const { log, metrics, instance, now } = options
  const mayCall = callLimit(now)
  server.register((scope, _, ready) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    )
    scope.setErrorHandler((error: FastifyError, _request, reply) => {
      const status = error.statusCode ?? 500
      if (status >= 500) log.error({ reason: hideSecrets(error.message) }, 'an assistant got no answer')
      return refuse(reply, status, status === 413 ? 'The body is too long.' : 'Not now. Try again.')
    })
    scope.post(path, { bodyLimit }, async (request, reply) => {
      if (isOtherPage(request, instance.publicUrl())) return refuse(reply, 403, 'Not for web pages.')
      const raw = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''
      const callerOf = await callersFor(options, request.headers, raw)
      if (!callerOf) {
        metrics.refused('wrong assistant')
        void reply.header('www-authenticate', 'Bearer')
        return refuse(reply, 401, 'Slack’s signature or an assistant key is missing, wrong or too old.')
      }
      const parsed = parseJson(raw)
      if (!parsed) return refuse(reply, 400, 'The body is not JSON.')
      // The SDK takes memory and time at the start, and most installations have no assistants.
      const { answerMcp } = await import('./mcp-server.ts')
      const { accept = '', 'content-type': type = '', 'mcp-protocol-version': version } = request.headers
      const headers = new Headers({ accept, 'content-type': type })
      if (typeof version === 'string') headers.set('mcp-protocol-version', version)
      const response = await answerMcp({ body: parsed.value, headers, callerOf, mayCall })
      return reply
        .code(response.status)
        .headers(Object.fromEntries(response.headers))
        .send(await response.text())
    })
    scope.route({
      method: ['GET', 'DELETE'],
      url: path,
      handler: (_request, reply) =>
        refuse(reply.header('allow', 'POST'), 405, 'Only POST: there are no sessions.'),
    })
    ready()
  })
}
