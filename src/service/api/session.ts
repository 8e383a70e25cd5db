import { limits } from '../../contract/limits.ts'
import { ApiProblem } from '../../contract/problem.ts'
import { addSession, keyByHash } from '../store/people/keys.ts'
import type { Deps } from '../deps.ts'
import { hashOf } from '../hash-of.ts'

/** A session id in exchange for a key, good for five minutes as a bearer value. */
export const createSession = async (deps: Deps, { token }: { token: string }) => {
  const key = await keyByHash(deps.database.sql, hashOf(token))
  if (!key) throw new ApiProblem('unauthorized', 'Invalid API key.', { status: 401 })
  const id = `${deps.newUuid()}${deps.newUuid()}`.replaceAll('-', '')
  const now = deps.now()
  await deps.database.transaction((tx) =>
    addSession(tx.sql, { hash: hashOf(id), keyUuid: key.keyUuid, expiresAt: now + limits.sessionMs, now }),
  )
  return { session_id: id, expires_in: limits.sessionMs / 1_000 }
}
