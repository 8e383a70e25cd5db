import type { Kysely } from 'kysely'
import type { Vault } from '../secrets/vault.ts'
import type { InstallationTables } from '../../store/installation-tables.ts'

/** Undefined for `default` while the environment has its token, and for an installation that left. */
export const readToken = async (
  sql: Kysely<InstallationTables>,
  vault: Vault,
  id: number,
): Promise<string | undefined> => {
  const row = await sql
    .selectFrom('installation')
    .select('bot_token')
    .where('id', '=', id)
    .where('state', '<>', 'leaving')
    .executeTakeFirst()
  return row?.bot_token
    ? vault.open({ table: 'installation', column: 'bot_token', id }, row.bot_token)
    : undefined
}
