import type { Asked } from '../../contract/api.ts'
import { type Actor, type Deps, scopeOf } from '../deps.ts'
import { nameFacts } from '../events/people.ts'
import { organizationName } from '../store/people/organizations.ts'
import { listPeople } from '../store/people/people.ts'

export const listUsers = async (
  deps: Deps,
  actor: Actor,
  { is_customer_user: isCustomer, limit = Number.MAX_SAFE_INTEGER, offset }: Asked<'listUsers'>,
) => {
  const scope = scopeOf(deps, actor)
  const { people, total } = await listPeople(scope, { isCustomer, limit, offset })
  const vendor = await organizationName(scope)
  return {
    users: people.map((person) => ({
      ...(deps.legacyIds && { id: person.id }),
      uuid: person.uuid,
      ...nameFacts(person, vendor),
      customer_name: person.account_name,
      is_active: person.is_active === 1,
      user_role: person.role,
    })),
    pagination: { total },
  }
}
