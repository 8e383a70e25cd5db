import type { Queries } from '../database.ts'
import type { AccountRow } from '../rows.ts'

/** By uuid, or by the exact name. A uuid that is some account's name loses to the account it names. */
export const findAccount = async (
  sql: Queries,
  org: string,
  nameOrUuid: string,
): Promise<AccountRow | undefined> => {
  const rows = await sql
    .selectFrom('account')
    .selectAll()
    .where('org', '=', org)
    .where((eb) => eb.or([eb('uuid', '=', nameOrUuid.toLowerCase()), eb('name', '=', nameOrUuid)]))
    .orderBy('id')
    .execute()
  return rows.find(({ uuid }) => uuid === nameOrUuid.toLowerCase()) ?? rows[0]
}

export const addAccount = async (
  sql: Queries,
  account: Omit<AccountRow, 'id' | 'logo_path'>,
): Promise<void> => {
  await sql
    .insertInto('account')
    .values({ ...account, logo_path: null })
    .execute()
}

export const nameAccount = async (sql: Queries, org: string, uuid: string, name: string): Promise<void> => {
  await sql.updateTable('account').set({ name }).where('org', '=', org).where('uuid', '=', uuid).execute()
}
