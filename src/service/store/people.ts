import { emailSpelling } from '../../contract/address.ts'
import { type SqlBool, sql as raw } from 'kysely'
import {
  inParts,
  type PersonRow,
  rowsOf,
  type Scope,
  totalOf,
  type Page,
  around,
  type AccountRow,
  tableOf,
} from './rows.ts'
import type { Queries } from './database.ts'
import { containsText } from './search.ts'

export const fullName = (person: Pick<PersonRow, 'first_name' | 'last_name'>) =>
  `${person.first_name} ${person.last_name}`.trim()

export const uniquePeople = (people: readonly PersonRow[]): PersonRow[] => [
  ...new Map(people.map((one) => [one.uuid, one])).values(),
]

/** Email addresses match in any case. */
export const findPeople = (scope: Scope, uuidsOrEmails: readonly string[]): Promise<PersonRow[]> => {
  const wanted = [...new Set(uuidsOrEmails.map(emailSpelling))]
  return inParts(wanted, (part) =>
    rowsOf(scope, 'person')
      .where((eb) => eb.or([eb('uuid', 'in', part), eb('email', 'in', part)]))
      .execute(),
  )
}

export const findPerson = async (scope: Scope, uuidOrEmail: string): Promise<PersonRow | undefined> =>
  (await findPeople(scope, [uuidOrEmail]))[0]

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

/** Oldest first. */
export const peopleOnPage = async (
  { sql, org }: Scope,
  { isCustomer, limit, offset }: Page & { isCustomer: boolean | undefined },
) => {
  let query = sql.selectFrom('person').where('person.org', '=', org)
  if (isCustomer !== undefined) query = query.where('person.account_uuid', isCustomer ? 'is not' : 'is', null)
  // The inner query skips rows by reading the index only.
  const ids = query.select('person.id').orderBy('person.id').limit(limit).offset(offset)
  const people = await sql
    .selectFrom('person')
    .where('person.id', 'in', (eb) => eb.selectFrom(ids.as('page')).select('page.id'))
    .leftJoin('account', 'account.uuid', 'person.account_uuid')
    .selectAll('person')
    .select('account.name as account_name')
    .orderBy('person.id')
    .execute()
  return { people, total: await totalOf(query) }
}

export const peopleAround = async (scope: Scope, accountUuid: string, limit: number) => [
  ...(await offeredPeople(scope, { isCustomer: false, limit })),
  ...(await offeredPeople(scope, { isCustomer: true, accountUuid, limit })),
]

/** Active people of the vendor and of the account by full name (see `nameKey`). */
export const peopleNamed = (scope: Scope, accountUuid: string, keys: readonly string[]) =>
  inParts(keys, (part) =>
    rowsOf(scope, 'person')
      .where('name_key', 'in', part)
      .where('is_active', '=', 1)
      .where((eb) => eb.or([eb('account_uuid', 'is', null), eb('account_uuid', '=', accountUuid)]))
      .limit(mostOfAName)
      .execute(),
  )
const mostOfAName = 200

/**
 * A list to choose from offers at most this many people or accounts. If there are more, the form of a new project and
 * the sheets of a project and a task take a name or email address instead.
 */
export const mostOptions = 200

/** Whether `offeredPeople` can offer this person. */
export const isOffered = (person: PersonRow): boolean => person.is_active === 1 && person.role !== 'API User'

/** The first active vendor people or contacts, for lists to choose from. */
export const offeredPeople = (
  scope: Scope,
  {
    isCustomer,
    accountUuid,
    limit,
  }: { isCustomer: boolean; accountUuid?: string | undefined; limit: number },
): Promise<PersonRow[]> => {
  let query = rowsOf(scope, 'person').where('is_active', '=', 1).where('role', '<>', 'API User')
  query = query.where('account_uuid', isCustomer ? 'is not' : 'is', null)
  if (accountUuid !== undefined) query = query.where('account_uuid', '=', accountUuid)
  return query.orderBy('id').limit(limit).execute()
}

/** Active vendor people of every organization with this email address, for the command line. */
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

export const organizationAmong = async (sql: Queries, orgs: readonly string[], uuidOrEmail: string) => {
  const row = await sql
    .selectFrom('person')
    .select('org')
    .where('org', 'in', orgs)
    .where((eb) => eb.or([eb('uuid', '=', uuidOrEmail), eb('email', '=', uuidOrEmail)]))
    .executeTakeFirst()
  return row?.org
}

export const apiUserOf = (scope: Scope): Promise<PersonRow | undefined> =>
  rowsOf(scope, 'person').where('role', '=', 'API User').orderBy('id').limit(1).executeTakeFirst()

export const findAccount = async (scope: Scope, nameOrUuid: string): Promise<AccountRow | undefined> => {
  const uuid = nameOrUuid.toLowerCase()
  const rows = await rowsOf(scope, 'account')
    .where((eb) => eb.or([eb('uuid', '=', uuid), eb('name', '=', nameOrUuid)]))
    .orderBy('id')
    .execute()
  return rows.find((account) => account.uuid === uuid) ?? rows[0]
}

/** The vendor's people, oldest first: all of them, or those whose name or email address contains the text. */
export const teamOnPage = async (scope: Scope, { text, limit, offset }: Page & { text: string }) => {
  const team = tableOf(scope, 'person').where('account_uuid', 'is', null)
  const query = text === '' ? team : team.where(containsText(scope, 'person', text))
  const people = await query.selectAll().orderBy('id').limit(limit).offset(offset).execute()
  return { people, total: await totalOf(query) }
}

/** Accounts in alphabetical order: all of them, or those with the text in their name, or a matching contact. */
export const accountsOnPage = async (scope: Scope, { text, limit, offset }: Page & { text: string }) => {
  const all = tableOf(scope, 'account')
  // Ignores the case of ASCII letters only, as SQLite does.
  const isNamed = raw<SqlBool>`lower(account.name) like ${around(text.toLowerCase())} escape '\\'`
  const theirs = tableOf(scope, 'person')
    .where(containsText(scope, 'person', text))
    .select('account_uuid')
  const query = text === '' ? all : all.where((eb) => eb.or([isNamed, eb('uuid', 'in', theirs)]))
  const accounts = await query.selectAll().orderBy('name').limit(limit).offset(offset).execute()
  return { accounts, total: await totalOf(query) }
}

export const contactsOf = async (
  scope: Scope,
  accountUuid: string,
  { text, limit }: { text: string; limit: number },
) => {
  const all = rowsOf(scope, 'person')
    .where('account_uuid', '=', accountUuid)
    .orderBy('id')
    .limit(limit + 1)
  const found = text === '' ? [] : await all.where(containsText(scope, 'person', text)).execute()
  const people = found.length > 0 ? found : await all.execute()
  return { people: people.slice(0, limit), isCut: people.length > limit }
}

export const accountOptions = (scope: Scope, limit: number): Promise<Pick<AccountRow, 'uuid' | 'name'>[]> =>
  tableOf(scope, 'account').select(['uuid', 'name']).orderBy('name').limit(limit).execute()
