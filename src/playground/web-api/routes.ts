import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Json } from '../workspace/types.ts'
import { isJson, readArgs, type Raw } from './args.ts'
import { chat } from './chat.ts'
import type { Context, Method } from './context.ts'
import { conversations } from './conversations.ts'
import { entity } from './entity.ts'
import { marks } from './marks.ts'
import { beforeCall, insteadOfAnswer } from './outage.ts'
import { people } from './people.ts'
import { pins } from './pins.ts'
import { Refusal } from './refusal.ts'
import { views } from './views.ts'

/** Everything an app may call. */
const methods: Readonly<Record<string, Method>> = {
  ...chat,
  ...conversations,
  ...people,
  ...marks,
  ...pins,
  ...views,
  ...entity,
}

/** The scopes the app was installed with. The workspace doesn't check them. */
const scopes = [
  'app_mentions:read',
  'channels:history',
  'channels:join',
  'channels:read',
  'chat:write',
  'chat:write.customize',
  'commands',
  'groups:history',
  'groups:read',
  'im:history',
  'im:write',
  'links:read',
  'links:write',
  'pins:write',
  'reactions:read',
  'reactions:write',
  'team:read',
  'users:read',
  'users:read.email',
].join(',')

const anonymous = new Set(['api.test'])

const bearer = (request: FastifyRequest, raw: Raw): string | undefined => {
  const header = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')
  return header?.[1] ?? (typeof raw['token'] === 'string' ? raw['token'] : undefined)
}

const answer = (context: Context, request: FastifyRequest, name: string): Json => {
  const raw: Raw = { ...(request.query as Raw), ...(isJson(request.body) ? request.body : {}) }
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined
  if (method === undefined) throw new Refusal('unknown_method')
  const token = bearer(request, raw)
  if (!anonymous.has(name) && token === undefined) throw new Refusal('not_authed')
  if (!anonymous.has(name) && token !== context.botToken) throw new Refusal('invalid_auth')
  return method(context, readArgs(raw))
}

const sayOf = (call: () => Json): Json => {
  try {
    return { ok: true, ...call() }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const messages = error.messages.length > 0 && { response_metadata: { messages: error.messages } }
    return { ok: false, error: error.code, ...messages }
  }
}

/** `/api/{method}`: as in Slack, always HTTP 200, except during an outage. */
export const webApiRoutes = (server: FastifyInstance, context: Context): void => {
  server.route({
    method: ['GET', 'POST'],
    url: '/api/:method',
    handler: async (request, reply) => {
      const { method } = request.params as { method: string }
      void reply.header('x-slack-req-id', context.workspace.stamps.secret())
      void reply.header('x-oauth-scopes', scopes)
      const failure = await beforeCall(context.outage, method)
      const said = failure ?? sayOf(() => answer(context, request, method))
      const sent = failure ?? insteadOfAnswer(context.outage)
      return sent ? reply.status(sent.status).headers(sent.headers).send(sent.body) : said
    },
  })
}
