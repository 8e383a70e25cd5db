import { type Expression, type SqlBool, sql as raw } from 'kysely'
import {
  around,
  containing,
  type Page,
  type AccountRow,
  type PersonRow,
  rowsOf,
  type Scope,
  tableOf,
  totalOf,
} from '../rows.ts'
import { peopleByUuid } from './people.ts'

/** Finds an account by uuid, or else by exact name. */
export const findAccount = async (scope: Scope, nameOrUuid: string): Promise<AccountRow | undefined> => {
  const uuid = nameOrUuid.toLowerCase()
  const rows = await rowsOf(scope, 'account')
    .where((eb) => eb.or([eb('uuid', '=', uuid), eb('name', '=', nameOrUuid)]))
    .orderBy('id')
    .execute()
  return rows.find((account) => account.uuid === uuid) ?? rows[0]
}

/** Ignores the case of ASCII letters only, as SQLite does. */
const contains = (column: Expression<unknown>, text: string) =>
  raw<SqlBool>`lower(${column}) like ${around(text.toLowerCase())} escape '\\'`

/** A search with more matches than this helps nobody. */
const mostMatches = 1_000

type Match = Pick<PersonRow, 'uuid' | 'account_uuid'>

/** People whose name or address contains the text, oldest first. One query serves the whole page. */
export const matchingPeople = (scope: Scope, text: string): Promise<Match[]> =>
  tableOf(scope, 'person')
    .where((eb) =>
      eb.or(
        (['name_key', 'email'] as const).map(
          (column) => raw<SqlBool>`${eb.ref(column)} like ${containing(text)} escape '\\'`,
        ),
      ),
    )
    .select(['uuid', 'account_uuid'])
    .orderBy('id')
    .limit(mostMatches)
    .execute()

const inOrder = async (scope: Scope, uuids: readonly string[]) => {
  const people = await peopleByUuid(scope, uuids)
  return uuids.map((uuid) => people.get(uuid)).filter((person) => person !== undefined)
}

/** The vendor's people, oldest first. Without `matches`, all of them. */
export const teamOnPage = async (
  scope: Scope,
  matches: readonly Match[] | undefined,
  { limit, offset }: Page,
) => {
  if (matches) {
    const ours = matches.filter((one) => one.account_uuid === null).map(({ uuid }) => uuid)
    return { people: await inOrder(scope, ours.slice(offset, offset + limit)), total: ours.length }
  }
  const query = tableOf(scope, 'person').where('account_uuid', 'is', null)
  const people = await query.selectAll().orderBy('id').limit(limit).offset(offset).execute()
  return { people, total: await totalOf(query) }
}

/** Accounts whose name or contacts match, in alphabetical order. Without `matches`, all of them. */
export const accountsOnPage = async (
  scope: Scope,
  matches: readonly Match[] | undefined,
  { text, limit, offset }: Page & { text: string },
) => {
  let query = tableOf(scope, 'account')
  if (matches) {
    const theirs = [...new Set(matches.map((one) => one.account_uuid).filter((uuid) => uuid !== null))]
    const named = contains(raw`account.name`, text)
    query = query.where((eb) => (theirs.length > 0 ? eb.or([named, eb('uuid', 'in', theirs)]) : named))
  }
  const accounts = await query.selectAll().orderBy('name').limit(limit).offset(offset).execute()
  return { accounts, total: await totalOf(query) }
}

/** The first contacts of an account, or only the matching ones if there are any. */
export const contactsOf = async (
  scope: Scope,
  accountUuid: string,
  { matches = [], limit }: { matches?: readonly Match[] | undefined; limit: number },
) => {
  const found = matches.filter((one) => one.account_uuid === accountUuid).map(({ uuid }) => uuid)
  if (found.length > 0)
    return { people: await inOrder(scope, found.slice(0, limit)), isCut: found.length > limit }
  const people = await rowsOf(scope, 'person')
    .where('account_uuid', '=', accountUuid)
    .orderBy('id')
    .limit(limit + 1)
    .execute()
  return { people: people.slice(0, limit), isCut: people.length > limit }
}

export const accountOptions = (scope: Scope, limit: number): Promise<Pick<AccountRow, 'uuid' | 'name'>[]> =>
  tableOf(scope, 'account').select(['uuid', 'name']).orderBy('name').limit(limit).execute()
