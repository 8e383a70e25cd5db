import type { FastifyRequest } from 'fastify'
import { ApiProblem } from '../../contract/problem.ts'
import type { Queries } from '../store/database.ts'
import { keyByHash, sessionByHash } from '../store/people/keys.ts'
import type { Actor, Deps } from '../deps.ts'
import { hashOf } from '../../contract/text/hash-of.ts'

const bearer = /^Bearer(?:\s+(.*))?$/i

/** Undefined when the key or session is unknown, deactivated or expired. */
const ownerOf = async (sql: Queries, token: string, now: number): Promise<Actor | undefined> => {
  const hash = hashOf(token)
  const owner = (await keyByHash(sql, hash)) ?? (await sessionByHash(sql, hash, now))
  return owner && { org: owner.org, personUuid: owner.personUuid, byKey: true }
}

/** Throws 403 without a bearer header, and 401 for an unknown token. */
export const authenticate = async ({ database, now }: Deps, request: FastifyRequest): Promise<Actor> => {
  const match = bearer.exec(request.headers.authorization ?? '')
  if (!match) throw new ApiProblem('forbidden', 'Not authenticated', { status: 403 })
  const owner = await ownerOf(database.sql, (match[1] ?? '').trim(), now())
  if (!owner) throw new ApiProblem('unauthorized', 'Invalid API key.', { status: 401 })
  return owner
}

/** Counts the call, so that also one that leads nowhere is of the month's quota. */
export const admit = async (deps: Deps, request: FastifyRequest, isWrite = false): Promise<Actor> => {
  const actor = await authenticate(deps, request)
  await deps.meter({ org: actor.org, isWrite })
  return actor
}
