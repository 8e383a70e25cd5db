import { setImmediate } from 'node:timers/promises'
import type { Asked } from '../../contract/api.ts'
import { type Actor, type Deps, scopeOf } from '../deps.ts'
import { nameFacts } from '../events/people.ts'
import { organizationName } from '../store/people/organizations.ts'
import { countPeople, listPeople } from '../store/people/people.ts'

/** How many people are read at once, so that a large organization does not block the others. */
const partSize = 500

export const listUsers = async (
  deps: Deps,
  actor: Actor,
  { is_customer_user: isCustomer, limit = Number.MAX_SAFE_INTEGER, offset }: Asked<'listUsers'>,
) => {
  const scope = scopeOf(deps, actor)
  const vendor = await organizationName(scope)
  const userOf = (person: Awaited<ReturnType<typeof listPeople>>[number]) => ({
    ...(deps.legacyIds && { id: person.id }),
    uuid: person.uuid,
    ...nameFacts(person, vendor),
    customer_name: person.account_name,
    is_active: person.is_active === 1,
    user_role: person.role,
  })
  const users: ReturnType<typeof userOf>[] = []
  for (let after = 0; users.length < limit;) {
    const wanted = Math.min(partSize, limit - users.length)
    const part = await listPeople(scope, {
      isCustomer,
      limit: wanted,
      ...(after === 0 ? { offset } : { after, offset: 0 }),
    })
    users.push(...part.map(userOf))
    const last = part.at(-1)
    if (!last || part.length < wanted) break
    after = last.id
    // Lets other requests run.
    await setImmediate()
  }
  const total = await countPeople(scope, { isCustomer })
  return { users, pagination: { total } }
}
