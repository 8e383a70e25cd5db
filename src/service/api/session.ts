import type { Asked } from '../../contract/api.ts'
import { limits } from '../../contract/limits.ts'
import { ApiProblem } from '../../contract/problem.ts'
import type { Deps } from '../deps.ts'
import { hashOf } from '../../contract/text/hash-of.ts'
import { addSession, keyByHash } from '../store/people/keys.ts'

/** Exchanges a key for a session id, which is a bearer token for five minutes. */
export const createSession = async (deps: Deps, _caller: undefined, { token }: Asked<'createSession'>) => {
  const key = await keyByHash(deps.database.sql, hashOf(token))
  if (!key) throw new ApiProblem('unauthorized', 'Invalid API key.', { status: 401 })
  // Counts toward the month only, because it writes nothing of the organization's.
  await deps.meter({ org: key.org, isWrite: false })
  const id = `${deps.newUuid()}${deps.newUuid()}`.replaceAll('-', '')
  const now = deps.now()
  const session = { hash: hashOf(id), key_uuid: key.keyUuid, expires_at: now + limits.sessionMs }
  await deps.database.transaction((tx) => addSession(tx.sql, session, now))
  return { session_id: id, expires_in: limits.sessionMs / 1_000 }
}
