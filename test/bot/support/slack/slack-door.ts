import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { parse } from 'node:querystring'

export interface SlackCall {
  method: string
  args: Record<string, unknown>
}
export type Take = (call: SlackCall, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

const json = new Set(['blocks', 'metadata', 'view'])

const argsOf = (body: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(parse(String(body))).map(([key, value]) => [
      key,
      json.has(key) ? (JSON.parse(String(value)) as unknown) : value,
    ]),
  )

/** Slack's Web API over HTTP. The token tells the workspace. */
export const slackDoor = async (workspaceOf: (token: string) => Take | undefined) => {
  const server = fastify({ forceCloseConnections: true })
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, argsOf(body)),
  )
  server.post<{ Params: { method: string }; Body: Record<string, unknown> | undefined }>(
    '/api/:method',
    async (request, reply) => {
      const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
      const take = workspaceOf(token)
      if (!take) return { ok: false, error: 'invalid_auth' }
      return take({ method: request.params.method, args: request.body ?? {} }, request, reply)
    },
  )
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  return { apiUrl: `${url}/api/`, close: () => server.close() }
}
