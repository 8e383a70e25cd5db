import { type SqlBool, sql as raw } from 'kysely'
import {
  around,
  containing,
  type Page,
  type AccountRow,
  rowsOf,
  type Scope,
  tableOf,
  totalOf,
} from '../rows.ts'

export const findAccount = async (scope: Scope, nameOrUuid: string): Promise<AccountRow | undefined> => {
  const uuid = nameOrUuid.toLowerCase()
  const rows = await rowsOf(scope, 'account')
    .where((eb) => eb.or([eb('uuid', '=', uuid), eb('name', '=', nameOrUuid)]))
    .orderBy('id')
    .execute()
  return rows.find((account) => account.uuid === uuid) ?? rows[0]
}

const isAbout = (text: string) =>
  raw<SqlBool>`(person.name_key like ${containing(text)} escape '\\'
    or person.email like ${containing(text)} escape '\\')`

/** The vendor's people, oldest first: all of them, or those that the text is about. */
export const teamOnPage = async (scope: Scope, { text, limit, offset }: Page & { text: string }) => {
  const team = tableOf(scope, 'person').where('account_uuid', 'is', null)
  const query = text === '' ? team : team.where(isAbout(text))
  const people = await query.selectAll().orderBy('id').limit(limit).offset(offset).execute()
  return { people, total: await totalOf(query) }
}

/** Accounts in alphabetical order: all of them, or those that the text is about, or a contact of theirs. */
export const accountsOnPage = async (scope: Scope, { text, limit, offset }: Page & { text: string }) => {
  const all = tableOf(scope, 'account')
  // Ignores the case of ASCII letters only, as SQLite does.
  const isNamed = raw<SqlBool>`lower(account.name) like ${around(text.toLowerCase())} escape '\\'`
  const theirs = tableOf(scope, 'person').where(isAbout(text)).select('account_uuid')
  const query = text === '' ? all : all.where((eb) => eb.or([isNamed, eb('uuid', 'in', theirs)]))
  const accounts = await query.selectAll().orderBy('name').limit(limit).offset(offset).execute()
  return { accounts, total: await totalOf(query) }
}

/** The first contacts of an account, or only those that the text is about if there are any. */
export const contactsOf = async (
  scope: Scope,
  accountUuid: string,
  { text, limit }: { text: string; limit: number },
) => {
  const all = rowsOf(scope, 'person')
    .where('account_uuid', '=', accountUuid)
    .orderBy('id')
    .limit(limit + 1)
  const found = text === '' ? [] : await all.where(isAbout(text)).execute()
  const people = found.length > 0 ? found : await all.execute()
  return { people: people.slice(0, limit), isCut: people.length > limit }
}

export const accountOptions = (scope: Scope, limit: number): Promise<Pick<AccountRow, 'uuid' | 'name'>[]> =>
  tableOf(scope, 'account').select(['uuid', 'name']).orderBy('name').limit(limit).execute()
