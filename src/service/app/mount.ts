import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { findPerson } from '../store/people/people.ts'
import { type Actor, type Deps, scopeOf } from '../deps.ts'
import { authenticate } from '../http/auth.ts'
import { envelope } from '../http/replies.ts'
import { parsePart } from '../http/validate.ts'
import { invalid } from '../refusals.ts'
import { type AppRoute, appRoutes } from './routes.ts'

/** The key gives the organization, and `X-Acting-User` the person. By default that is the API user. */
const actingUser = async (deps: Deps, request: FastifyRequest, isWrite: boolean): Promise<Actor> => {
  const caller = await authenticate(deps, request)
  await deps.meter({ org: caller.org, isWrite })
  const header = request.headers['x-acting-user']
  const email = Array.isArray(header) ? header[0] : header
  if (email === undefined) return caller
  const person = await findPerson(scopeOf(deps, caller), email)
  if (!person || person.is_active === 0) throw invalid('X-Acting-User', 'No such user.')
  return { ...caller, personUuid: person.uuid }
}

const uuidParams = z.object({ uuid: z.string() })

const mountOne = (app: FastifyInstance, deps: Deps, route: AppRoute) => {
  const { method, path, body, query, run } = route
  app.route({
    method,
    url: `/app/api${path}`,
    onRequest: async (request) => {
      request.actor = await actingUser(deps, request, method !== 'GET')
    },
    handler: async (request) => {
      const uuid = path.includes(':uuid') ? parsePart(uuidParams, request.params, 'path').uuid : ''
      const given = query
        ? parsePart(query, request.query, 'query')
        : body && parsePart(body, request.body, 'body')
      if (!request.actor) throw new TypeError('the request has no actor')
      return envelope(request, await run(deps, request.actor, uuid, given))
    },
  })
}

export const mountApp = (app: FastifyInstance, deps: Deps): void => {
  for (const row of appRoutes) mountOne(app, deps, row)
}
