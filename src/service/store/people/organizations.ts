import type { Queries } from '../database.ts'
import type { Engine } from '../../../database/engine.ts'

export const organizationName = async (sql: Queries, org: string): Promise<string> => {
  const row = await sql.selectFrom('organization').select('name').where('uuid', '=', org).executeTakeFirst()
  return row?.name ?? ''
}

/**
 * Holds the organization until the transaction ends, so that its events have the order of their commits: one
 * writer at a time, which is what SQLite has anyway.
 */
export const holdOrganization = async (sql: Queries, engine: Engine, org: string): Promise<void> => {
  if (engine.forUpdate === '') return
  await sql.selectFrom('organization').select('uuid').where('uuid', '=', org).forUpdate().execute()
}
