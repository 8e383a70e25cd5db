import type { ParsedInput } from '../../contract/api.ts'
import { limits } from '../../contract/limits.ts'
import { ApiProblem } from '../../contract/problem.ts'
import { hashOf } from '../../contract/text.ts'
import type { Acting, Deps } from '../acting.ts'
import { nameFacts } from '../events/announce.ts'
import { keyByHash, organizationName } from '../store/organizations.ts'
import { peopleOnPage } from '../store/people.ts'
import { playbooksOnPage } from '../store/playbooks.ts'
import { addExpiring } from '../store/sign-in.ts'

export const listUsers = async (
  acting: Acting,
  { is_customer_user: isCustomer, limit = Number.MAX_SAFE_INTEGER, offset }: ParsedInput<'listUsers'>,
) => {
  const vendor = await organizationName(acting)
  const { people, total } = await peopleOnPage(acting, { isCustomer, limit, offset })
  const users = people.map((person) => ({
    ...(acting.deps.legacyIds && { id: person.id }),
    uuid: person.uuid,
    ...nameFacts(person, vendor),
    customer_name: person.account_name,
    is_active: person.is_active === 1,
    user_role: person.role,
  }))
  return { users, pagination: { total } }
}

export const listPlaybooks = async (acting: Acting, query: ParsedInput<'listPlaybooks'>) => {
  const { playbooks, total } = await playbooksOnPage(acting, query)
  return { playbooks, pagination: { total } }
}

export const createSession = async (deps: Deps, { token }: ParsedInput<'createSession'>) => {
  const key = await keyByHash(deps.database.sql, hashOf(token))
  if (!key) throw new ApiProblem('unauthorized', 'Invalid API key.', { status: 401 })
  // Counts toward the month only, because it writes nothing of the organization's.
  await deps.meter({ org: key.org, isWrite: false })
  const id = `${deps.newUuid()}${deps.newUuid()}`.replaceAll('-', '')
  const now = deps.now()
  const session = { hash: hashOf(id), key_uuid: key.keyUuid, expires_at: now + limits.sessionMs }
  await deps.database.transaction((tx) => addExpiring(tx.sql, 'api_session', session, now))
  return { session_id: id, expires_in: limits.sessionMs / 1_000 }
}
