import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Json } from '../workspace/types.ts'
import { isJson, readArgs, type Raw } from './args.ts'
import { appMethods } from './app-methods.ts'
import { chat } from './chat.ts'
import type { Context, Method } from './context.ts'
import { conversations } from './conversations.ts'
import { entity } from './entity.ts'
import { manageChannels } from './manage-channels.ts'
import { marks } from './marks.ts'
import { beforeCall, insteadOfAnswer } from './outage.ts'
import { people } from './people.ts'
import { pins } from './pins.ts'
import { Refusal, refuse } from './refusal.ts'
import { missingScopes } from './scopes.ts'
import { views } from './views.ts'

/** Everything an app may call with a workspace's bot token. */
const methods: Readonly<Record<string, Method>> = {
  ...chat,
  ...conversations,
  ...manageChannels,
  ...people,
  ...marks,
  ...pins,
  ...views,
  ...entity,
}

/** As in Slack, a token in the URL counts for nothing: addresses are logged, and any page can make a browser open one. */
const bearer = ({ headers, body }: FastifyRequest): string | undefined => {
  const header = /^Bearer (.+)$/i.exec(headers.authorization ?? '')
  const bodyToken = isJson(body) ? body['token'] : undefined
  return header?.[1] ?? (typeof bodyToken === 'string' ? bodyToken : undefined)
}

/** Whose token this is. Slack says why a token is no good. */
const callerOf = (context: Context, request: FastifyRequest) => {
  const token = bearer(request) ?? refuse('not_authed')
  const caller = context.installations.caller(token)
  return typeof caller === 'string' ? refuse(caller) : caller
}

const rawOf = ({ query, body }: FastifyRequest): Raw => ({ ...(query as Raw), ...(isJson(body) ? body : {}) })

const answer = (context: Context, request: FastifyRequest, name: string): Json => {
  const raw = rawOf(request)
  const args = readArgs(raw)
  if (Object.hasOwn(appMethods, name))
    return appMethods[name]?.(context, args, request, bearer(request)) ?? {}
  const method = (Object.hasOwn(methods, name) ? methods[name] : undefined) ?? refuse('unknown_method')
  const caller = callerOf(context, request)
  const needed = missingScopes(name, args.text('channel'), caller.scopes)
  if (needed.length > 0)
    refuse('missing_scope', [], { needed: needed.join(','), provided: caller.scopes.join(',') })
  return method({ ...context, ...caller }, args)
}

const answerBody = (call: () => Json): Json => {
  try {
    return { ok: true, ...call() }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const messages = error.messages.length > 0 && { response_metadata: { messages: error.messages } }
    return { ok: false, error: error.code, ...error.fields, ...messages }
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
      const caller = context.installations.caller(bearer(request) ?? '')
      if (typeof caller !== 'string') void reply.header('x-oauth-scopes', caller.scopes.join(','))
      const failure = await beforeCall(context.outage, method)
      const result = failure ?? answerBody(() => answer(context, request, method))
      const replacement = failure ?? insteadOfAnswer(context.outage)
      return replacement
        ? reply.status(replacement.status).headers(replacement.headers).send(replacement.body)
        : result
    },
  })
}
