import type { Queries } from '../database.ts'
import { inParts } from '../in-parts.ts'
import type { Page } from '../like.ts'
import type { PersonRow } from '../rows.ts'

export const fullName = ({
  first_name: first,
  last_name: last,
}: Pick<PersonRow, 'first_name' | 'last_name'>) => `${first} ${last}`.trim()

/** Everybody whom one of these uuids or e-mail addresses (in any case) names. */
export const findPeople = async (
  sql: Queries,
  org: string,
  uuidsOrEmails: readonly string[],
): Promise<PersonRow[]> => {
  const wanted = [...new Set(uuidsOrEmails.map((text) => text.trim().toLowerCase()))]
  return inParts(wanted, (part) =>
    sql
      .selectFrom('person')
      .selectAll()
      .where('org', '=', org)
      .where((eb) => eb.or([eb('uuid', 'in', part), eb('email', 'in', part)]))
      .execute(),
  )
}

export const findPerson = async (
  sql: Queries,
  org: string,
  uuidOrEmail: string,
): Promise<PersonRow | undefined> => (await findPeople(sql, org, [uuidOrEmail]))[0]

export const listPeople = async (
  sql: Queries,
  org: string,
  { isCustomer, limit, offset }: Page & { isCustomer: boolean | undefined },
): Promise<{ people: (PersonRow & { account_name: string | null })[]; total: number }> => {
  let query = sql.selectFrom('person').where('person.org', '=', org)
  if (isCustomer !== undefined) query = query.where('account_uuid', isCustomer ? 'is not' : 'is', null)
  const { total } = await query
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const people = await query
    .leftJoin('account', 'account.uuid', 'person.account_uuid')
    .selectAll('person')
    .select('account.name as account_name')
    .orderBy('person.id')
    .limit(limit)
    .offset(offset)
    .execute()
  return { people, total }
}

/** Full names by uuid, for whoever is named in a record. */
export const namesOf = async (
  sql: Queries,
  org: string,
  uuids: readonly (string | null)[],
): Promise<(uuid: string | null) => string | null> => {
  const known = uuids.filter((uuid) => uuid !== null)
  const people = await findPeople(sql, org, known)
  const names = new Map(people.map((person) => [person.uuid, fullName(person)]))
  return (uuid) => (uuid === null ? null : (names.get(uuid) ?? null))
}

/** Who has to do with an account's projects: the vendor's own people, and the account's contacts. */
export const peopleAround = (sql: Queries, org: string, accountUuid: string): Promise<PersonRow[]> =>
  sql
    .selectFrom('person')
    .selectAll()
    .where('org', '=', org)
    .where('is_active', '=', 1)
    .where((eb) => eb.or([eb('account_uuid', 'is', null), eb('account_uuid', '=', accountUuid)]))
    .orderBy('id')
    .execute()

/** Active people of one side, the first of them: whom a page's switch offers. */
export const offeredPeople = (
  sql: Queries,
  org: string,
  { isCustomer, accountUuid, limit }: { isCustomer: boolean; accountUuid: string | undefined; limit: number },
): Promise<PersonRow[]> => {
  let query = sql.selectFrom('person').selectAll().where('org', '=', org).where('is_active', '=', 1)
  query = query.where('role', '<>', 'API User').where('account_uuid', isCustomer ? 'is not' : 'is', null)
  if (accountUuid !== undefined) query = query.where('account_uuid', '=', accountUuid)
  return query.orderBy('id').limit(limit).execute()
}

/** The user that calls with a key act as. */
export const apiUserOf = (sql: Queries, org: string): Promise<PersonRow | undefined> =>
  sql
    .selectFrom('person')
    .selectAll()
    .where('org', '=', org)
    .where('role', '=', 'API User')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

export const addPerson = async (sql: Queries, person: Omit<PersonRow, 'id'>): Promise<void> => {
  await sql.insertInto('person').values(person).execute()
}

export const changePersonRow = async (
  sql: Queries,
  org: string,
  uuid: string,
  set: Partial<Pick<PersonRow, 'first_name' | 'last_name' | 'email' | 'role' | 'account_uuid'>>,
): Promise<void> => {
  await sql.updateTable('person').set(set).where('org', '=', org).where('uuid', '=', uuid).execute()
}

export const setActive = async (sql: Queries, org: string, uuid: string, active: 0 | 1): Promise<void> => {
  await sql
    .updateTable('person')
    .set({ is_active: active })
    .where('org', '=', org)
    .where('uuid', '=', uuid)
    .execute()
}
