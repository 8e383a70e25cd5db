import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type EndpointName, endpoints } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Handlers } from '../api/handlers.ts'
import type { Actor, Deps } from '../deps.ts'
import { authenticate } from './auth.ts'
import { envelope } from './replies.ts'
import { parsePart } from './validate.ts'

type Meter = (call: { org: string; isWrite: boolean }) => Promise<void>

/** The rows of the table, for code that treats them alike; the types of each are held by `Handlers`. */
type AnyHandler = (input: unknown, actor: Actor | undefined) => Promise<unknown>

const inputOf = (endpoint: Endpoint, request: FastifyRequest) => ({
  ...(endpoint.params && parsePart(endpoint.params, request.params, 'path')),
  ...(endpoint.query && parsePart(endpoint.query, request.query, 'query')),
  ...(endpoint.body && parsePart(endpoint.body, request.body, 'body')),
})

const mountOne = (
  app: FastifyInstance,
  deps: Deps,
  meter: Meter,
  endpoint: Endpoint,
  handler: AnyHandler,
) => {
  app.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    // Before the body is read: who may not call learns nothing about its shape.
    onRequest: async (request) => {
      if (endpoint.open) return
      request.actor = await authenticate(deps, request)
      await meter({ org: request.actor.org, isWrite: endpoint.method === 'POST' })
    },
    handler: async (request) => {
      const data = await handler(inputOf(endpoint, request), request.actor)
      return endpoint.shape === 'bare' ? data : envelope(request, data)
    },
  })
}

/** A route for every row of the contract's table. */
export const mountApi = (app: FastifyInstance, deps: Deps, handlers: Handlers, meter: Meter): void => {
  for (const name of Object.keys(endpoints) as EndpointName[])
    mountOne(app, deps, meter, endpoints[name], handlers[name] as AnyHandler)
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, once the request is authenticated. */
    actor: Actor | undefined
  }
}
