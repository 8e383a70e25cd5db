import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify'
import { z } from 'zod'
import {
  type Endpoint,
  type EndpointName,
  endpoints,
  type ParsedInput,
  type Endpoints,
  type Reply,
} from '../../contract/api.ts'
import {
  webhookBodies,
  createLegacyWebhook,
  createWebhook,
  listEvents,
  listLegacyWebhooks,
} from './webhooks.ts'
import type { Acting, Deps } from '../acting.ts'
import { bodyLimit, smallBodyLimit } from '../../http/bodies.ts'
import { admit, getUsage } from '../http/admission.ts'
import { ApiProblem } from '../../contract/problem.ts'
import { envelope, problem } from '../http/errors.ts'
import { parseParts } from '../http/validate.ts'
import {
  listDataFields,
  lookUpDataFieldValues,
  writeDataFieldValues,
  createExternalLink,
  createProject,
  listProjects,
} from './projects.ts'
import { comments } from '../changes/comments.ts'
import { createSession, listPlaybooks, listUsers } from './organization.ts'
import { getComment, getTask, listComments, listTasks } from './tasks.ts'

/** An open endpoint takes no Authorization header, so its caller is unknown. */
type CallerOf<K extends EndpointName> = Endpoints[K] extends { open: true } ? Deps : Acting

/** One entry per endpoint of the contract, from a file of this room. A missing handler or a wrong reply does not compile. */
type Handlers = {
  readonly [K in EndpointName]: (by: CallerOf<K>, input: ParsedInput<K>) => Promise<Reply<Endpoints[K]>>
}

const handlers: Handlers = {
  createSession,
  listProjects,
  createProject,
  createExternalLink,
  listPlaybooks,
  listDataFields,
  writeDataFieldValues,
  lookUpDataFieldValues,
  listTasks,
  listComments,
  createComment: (acting, input) => comments.create(acting, input.task_uuid, input),
  getComment,
  getTask,
  listUsers,
  listEvents,
  createWebhook,
  listLegacyWebhooks,
  createLegacyWebhook,
  getUsage,
}

/** A handler without its types, which `Handlers` checks. */
type AnyHandler = (by: Acting | Deps, input: unknown) => Promise<unknown>

const noQuerySchema = z.strictObject({})

/** A small compressed body could unpack to any size. */
const refusePacked = ({ headers }: FastifyRequest) => {
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding.toLowerCase() !== 'identity')
    throw new ApiProblem('unresolved', 'The body must not be compressed.', { status: 415 })
}

/** `/v1/tasks/{task_uuid}` → `/v1/tasks/:task_uuid`. */
const urlOf = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1')

const inputOf = ({ params, query = noQuerySchema, body }: Endpoint, request: FastifyRequest) =>
  parseParts([
    ...(params ? [{ schema: params, given: request.params, whole: 'path' }] : []),
    { schema: query, given: request.query, whole: 'query' },
    ...(body ? [{ schema: body, given: request.body, whole: 'body' }] : []),
  ])

/** Bodies that the service checks more strictly than the contract. */
type Bodies = Partial<Record<EndpointName, z.ZodObject>>

const mountOne = (app: FastifyInstance, deps: Deps, name: EndpointName, bodies: Bodies) => {
  const endpoint: Endpoint = { ...endpoints[name], ...(bodies[name] && { body: bodies[name] }) }
  const handler = handlers[name] as AnyHandler
  app.route({
    method: endpoint.method,
    url: urlOf(endpoint.path),
    bodyLimit: endpoint.open ? smallBodyLimit : bodyLimit,
    // Before the body is read, so that unknown callers learn nothing about its form.
    onRequest: async (request) => {
      if (!endpoint.open) request.acting = await admit(deps, request, endpoint.method === 'POST')
      if (endpoint.body) refusePacked(request)
    },
    handler: async (request) => {
      const data = await handler(request.acting ?? deps, inputOf(endpoint, request))
      return endpoint.shape === 'bare' ? data : envelope(request, data)
    },
  })
}

const allMethods: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** A known path with another method answers 405 and the methods that it takes. */
const mountOthers = (app: FastifyInstance, deps: Deps) => {
  const byPath = Map.groupBy(Object.values<Endpoint>(endpoints), ({ path }) => path)
  for (const [path, rows] of byPath) {
    const taken: readonly HTTPMethods[] = rows.flatMap(({ method }) =>
      method === 'GET' ? (['GET', 'HEAD'] as const) : [method],
    )
    app.route({
      method: allMethods.filter((method) => !taken.includes(method)),
      url: urlOf(path),
      // Before the body is read, because no method here takes one.
      onRequest: async (request, reply) => {
        await admit(deps, request)
        return problem(request, reply.header('allow', taken.join(', ')), 405, 'Method not allowed.')
      },
      handler: () => undefined,
    })
  }
}

export const mountApi = (app: FastifyInstance, deps: Deps): void => {
  const bodies = webhookBodies(deps)
  for (const name of Object.keys(endpoints) as EndpointName[]) mountOne(app, deps, name, bodies)
  mountOthers(app, deps)
}

declare module 'fastify' {
  interface FastifyRequest {
    acting: Acting | undefined
  }
}
