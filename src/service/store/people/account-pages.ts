import { type Expression, type SqlBool, sql as raw } from 'kysely'
import type { Queries } from '../database.ts'
import { inParts } from '../in-parts.ts'
import type { Page } from '../like.ts'
import type { AccountRow, PersonRow } from '../rows.ts'

/** A part of a name or address, in any case of ASCII letters; that is all SQLite knows of case. */
const part = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

const namesPerson = (text: string): Expression<SqlBool> => {
  const name = raw`lower(person.first_name || ' ' || person.last_name || ' ' || person.email)`
  return raw<SqlBool>`${name} like ${part(text)} escape '\\'`
}

/** The vendor's own people whose name or address contains the text, in the order they came. */
export const searchTeam = async (
  sql: Queries,
  org: string,
  { text, limit, offset }: Page & { text: string },
): Promise<{ people: PersonRow[]; total: number }> => {
  let query = sql.selectFrom('person').where('org', '=', org).where('account_uuid', 'is', null)
  if (text !== '') query = query.where(namesPerson(text))
  const { total } = await query
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { people: await query.selectAll().orderBy('id').limit(limit).offset(offset).execute(), total }
}

/** Accounts whose name, or one of whose contacts, contains the text; in the order of the alphabet. */
export const accountsOnPage = async (
  sql: Queries,
  org: string,
  { text, limit, offset }: Page & { text: string },
): Promise<{ accounts: AccountRow[]; total: number }> => {
  let query = sql.selectFrom('account').where('account.org', '=', org)
  if (text !== '') {
    const theirs = sql
      .selectFrom('person')
      .select('person.account_uuid')
      .where('person.org', '=', org)
      .where(namesPerson(text))
    const named = raw<SqlBool>`lower(account.name) like ${part(text)} escape '\\'`
    query = query.where((eb) => eb.or([named, raw<SqlBool>`account.uuid in ${theirs}`]))
  }
  const { total } = await query
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { accounts: await query.selectAll().orderBy('name').limit(limit).offset(offset).execute(), total }
}

export const peopleOfAccounts = (
  sql: Queries,
  org: string,
  accounts: readonly string[],
): Promise<PersonRow[]> =>
  inParts(accounts, (some) =>
    sql
      .selectFrom('person')
      .selectAll()
      .where('org', '=', org)
      .where('account_uuid', 'in', some)
      .orderBy('id')
      .execute(),
  )

/** Accounts to choose from. */
export const accountOptions = (
  sql: Queries,
  org: string,
  limit: number,
): Promise<Pick<AccountRow, 'uuid' | 'name'>[]> =>
  sql
    .selectFrom('account')
    .select(['uuid', 'name'])
    .where('org', '=', org)
    .orderBy('name')
    .limit(limit)
    .execute()
