import type { FastifyRequest } from 'fastify'
import { ApiProblem } from '../../contract/problem.ts'
import { keyByHash, sessionByHash } from '../store/people/keys.ts'
import { type Acting, actingAs, type Deps } from '../deps.ts'
import { hashOf } from '../../contract/text.ts'

const bearer = /^Bearer(?:\s+(.*))?$/i

/**
 * Whose key or session the request carries. Throws 403 without a bearer header, and 401 if it is unknown, deactivated or
 * expired. Counts the call toward the month's quota, even if it then leads nowhere.
 */
export const admit = async (deps: Deps, request: FastifyRequest, isWrite = false): Promise<Acting> => {
  const match = bearer.exec(request.headers.authorization ?? '')
  if (!match) throw new ApiProblem('forbidden', 'Not authenticated', { status: 403 })
  const { sql } = deps.database
  const hash = hashOf((match[1] ?? '').trim())
  const owner = (await keyByHash(sql, hash)) ?? (await sessionByHash(sql, hash, deps.now()))
  if (!owner) throw new ApiProblem('unauthorized', 'Invalid API key.', { status: 401 })
  await deps.meter({ org: owner.org, isWrite })
  return actingAs(deps, { org: owner.org, personUuid: owner.personUuid, byKey: true })
}
