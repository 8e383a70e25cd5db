import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify'
import { z } from 'zod'
import { type EndpointName, endpoints } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { handlers } from '../api/handlers.ts'
import type { Actor, Deps } from '../deps.ts'
import { authenticate } from './auth.ts'
import { ApiProblem } from '../../contract/problem.ts'
import { envelope, problem } from './replies.ts'
import { parsePart } from './validate.ts'

type Meter = (call: { org: string; isWrite: boolean }) => Promise<void>

/** The rows of the table, for code that treats them alike; the types of each are held there. */
type AnyHandler = (deps: Deps, actor: Actor | undefined, input: unknown) => Promise<unknown>

/** What is sent and not known is refused by its name, also where nothing is asked for. */
const noQuery = z.strictObject({})

/** A body is read as it came: unpacked, a small one could be of any size. */
const refusePacked = ({ headers }: FastifyRequest) => {
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding.toLowerCase() !== 'identity')
    throw new ApiProblem('unresolved', 'The body must not be compressed.', { status: 415 })
}

/** `/v1/tasks/{task_uuid}` as Fastify writes it. */
const urlOf = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1')

const inputOf = (endpoint: Endpoint, request: FastifyRequest) => ({
  ...(endpoint.params && parsePart(endpoint.params, request.params, 'path')),
  ...parsePart(endpoint.query ?? noQuery, request.query, 'query'),
  ...(endpoint.body && parsePart(endpoint.body, request.body, 'body')),
})

const mountOne = (app: FastifyInstance, deps: Deps, meter: Meter, name: EndpointName) => {
  const endpoint: Endpoint = endpoints[name]
  const handler = handlers[name] as AnyHandler
  app.route({
    method: endpoint.method,
    url: urlOf(endpoint.path),
    // Before the body is read: who may not call learns nothing about its shape.
    onRequest: async (request) => {
      if (!endpoint.open) {
        request.actor = await authenticate(deps, request)
        await meter({ org: request.actor.org, isWrite: endpoint.method === 'POST' })
      }
      if (endpoint.body) refusePacked(request)
    },
    handler: async (request) => {
      const data = await handler(deps, request.actor, inputOf(endpoint, request))
      return endpoint.shape === 'bare' ? data : envelope(request, data)
    },
  })
}

const allMethods: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** A path that is there says which methods it takes; one that is not is a 404. */
const mountOthers = (app: FastifyInstance) => {
  const byPath = Map.groupBy(Object.values<Endpoint>(endpoints), ({ path }) => path)
  for (const [path, rows] of byPath) {
    const taken: readonly HTTPMethods[] = rows.flatMap(({ method }) =>
      method === 'GET' ? (['GET', 'HEAD'] as const) : [method],
    )
    app.route({
      method: allMethods.filter((method) => !taken.includes(method)),
      url: urlOf(path),
      // Before a body is read, which none of them takes.
      onRequest: async (request, reply) =>
        problem(request, reply.header('allow', taken.join(', ')), 405, 'Method not allowed.'),
      handler: () => undefined,
    })
  }
}

/** A route for every row of the contract's table. */
export const mountApi = (app: FastifyInstance, deps: Deps, meter: Meter): void => {
  for (const name of Object.keys(endpoints) as EndpointName[]) mountOne(app, deps, meter, name)
  mountOthers(app)
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, once the request is authenticated. */
    actor: Actor | undefined
  }
}
