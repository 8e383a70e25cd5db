import { inParts } from '../in-parts.ts'
import type { Queries } from '../database.ts'
import type { Page } from '../like.ts'
import { type PersonRow, rowsOf, type Scope, totalOf } from '../rows.ts'

export const fullName = (person: Pick<PersonRow, 'first_name' | 'last_name'>) =>
  `${person.first_name} ${person.last_name}`.trim()

export const uniquePeople = (people: readonly PersonRow[]): PersonRow[] => [
  ...new Map(people.map((one) => [one.uuid, one])).values(),
]

/** E-mail addresses match in any case. */
export const findPeople = (scope: Scope, uuidsOrEmails: readonly string[]): Promise<PersonRow[]> => {
  const wanted = [...new Set(uuidsOrEmails.map((text) => text.trim().toLowerCase()))]
  return inParts(wanted, (part) =>
    rowsOf(scope, 'person')
      .where((eb) => eb.or([eb('uuid', 'in', part), eb('email', 'in', part)]))
      .execute(),
  )
}

export const findPerson = async (scope: Scope, uuidOrEmail: string): Promise<PersonRow | undefined> =>
  (await findPeople(scope, [uuidOrEmail]))[0]

/** The same by uuid. */
export const peopleByUuid = async (scope: Scope, uuids: readonly (string | null)[]) => {
  const people = await findPeople(
    scope,
    uuids.filter((uuid) => uuid !== null),
  )
  return new Map(people.map((person) => [person.uuid, person]))
}

export const namesOf = async (scope: Scope, uuids: readonly (string | null)[]) => {
  const people = await peopleByUuid(scope, uuids)
  return (uuid: string | null) => {
    const person = people.get(uuid ?? '')
    return person ? fullName(person) : null
  }
}

export const listPeople = async (
  scope: Scope,
  { isCustomer, limit, offset }: Page & { isCustomer: boolean | undefined },
): Promise<{ people: (PersonRow & { account_name: string | null })[]; total: number }> => {
  let query = scope.sql.selectFrom('person').where('person.org', '=', scope.org)
  if (isCustomer !== undefined) query = query.where('account_uuid', isCustomer ? 'is not' : 'is', null)
  const people = await query
    .leftJoin('account', 'account.uuid', 'person.account_uuid')
    .selectAll('person')
    .select('account.name as account_name')
    .orderBy('person.id')
    .limit(limit)
    .offset(offset)
    .execute()
  return { people, total: await totalOf(query) }
}

/** The vendor's people and the account's contacts. */
export const peopleAround = (scope: Scope, accountUuid: string): Promise<PersonRow[]> =>
  rowsOf(scope, 'person')
    .where('is_active', '=', 1)
    .where((eb) => eb.or([eb('account_uuid', 'is', null), eb('account_uuid', '=', accountUuid)]))
    .orderBy('id')
    .execute()

/** The first active people of one side, for the page's switch. */
export const offeredPeople = (
  scope: Scope,
  { isCustomer, accountUuid, limit }: { isCustomer: boolean; accountUuid: string | undefined; limit: number },
): Promise<PersonRow[]> => {
  let query = rowsOf(scope, 'person').where('is_active', '=', 1).where('role', '<>', 'API User')
  query = query.where('account_uuid', isCustomer ? 'is not' : 'is', null)
  if (accountUuid !== undefined) query = query.where('account_uuid', '=', accountUuid)
  return query.orderBy('id').limit(limit).execute()
}

/** The active people of any vendor's team with this e-mail address; for whoever runs the service. */
export const activeTeam = (sql: Queries, email: string): Promise<(PersonRow & { organization: string })[]> =>
  sql
    .selectFrom('person')
    .innerJoin('organization', 'organization.uuid', 'person.org')
    .where('person.email', '=', email)
    .where('person.is_active', '=', 1)
    .where('person.role', 'in', ['Vendor Admin', 'Vendor User'])
    .selectAll('person')
    .select('organization.name as organization')
    .orderBy('person.id')
    .execute()

export const apiUserOf = (scope: Scope): Promise<PersonRow | undefined> =>
  rowsOf(scope, 'person').where('role', '=', 'API User').orderBy('id').limit(1).executeTakeFirst()
