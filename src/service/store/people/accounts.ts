import { type Expression, type SqlBool, sql as raw } from 'kysely'
import { inParts } from '../in-parts.ts'
import { around, type Page } from '../like.ts'
import { type AccountRow, type PersonRow, rowsOf, type Scope, tableOf, totalOf } from '../rows.ts'

/** By uuid, or by the exact name. A uuid that is some account's name loses to the account it names. */
export const findAccount = async (scope: Scope, nameOrUuid: string): Promise<AccountRow | undefined> => {
  const uuid = nameOrUuid.toLowerCase()
  const rows = await rowsOf(scope, 'account')
    .where((eb) => eb.or([eb('uuid', '=', uuid), eb('name', '=', nameOrUuid)]))
    .orderBy('id')
    .execute()
  return rows.find((account) => account.uuid === uuid) ?? rows[0]
}

/** In any case of ASCII letters; that is all SQLite knows of case. */
const contains = (column: Expression<unknown>, text: string) =>
  raw<SqlBool>`lower(${column}) like ${around(text.toLowerCase())} escape '\\'`

const namesPerson = (text: string) =>
  contains(raw`person.first_name || ' ' || person.last_name || ' ' || person.email`, text)

/** The vendor's own people whose name or address contains the text, in the order they came. */
export const searchTeam = async (scope: Scope, { text, limit, offset }: Page & { text: string }) => {
  let query = tableOf(scope, 'person').where('account_uuid', 'is', null)
  if (text !== '') query = query.where(namesPerson(text))
  const people = await query.selectAll().orderBy('id').limit(limit).offset(offset).execute()
  return { people, total: await totalOf(query) }
}

/** Accounts whose name, or one of whose contacts, contains the text; in the order of the alphabet. */
export const accountsOnPage = async (scope: Scope, { text, limit, offset }: Page & { text: string }) => {
  let query = tableOf(scope, 'account')
  if (text !== '') {
    const theirs = tableOf(scope, 'person').select('account_uuid').where(namesPerson(text))
    const named = contains(raw`account.name`, text)
    query = query.where((eb) => eb.or([named, raw<SqlBool>`account.uuid in ${theirs}`]))
  }
  const accounts = await query.selectAll().orderBy('name').limit(limit).offset(offset).execute()
  return { accounts, total: await totalOf(query) }
}

export const peopleOfAccounts = (scope: Scope, accounts: readonly string[]): Promise<PersonRow[]> =>
  inParts(accounts, (some) =>
    rowsOf(scope, 'person').where('account_uuid', 'in', some).orderBy('id').execute(),
  )

/** Accounts to choose from. */
export const accountOptions = (scope: Scope, limit: number): Promise<Pick<AccountRow, 'uuid' | 'name'>[]> =>
  tableOf(scope, 'account').select(['uuid', 'name']).orderBy('name').limit(limit).execute()
