import type { Insertable } from 'kysely'
import type { Queries } from '../database.ts'
import type { ServiceTables } from '../tables.ts'

export const isOrganizationNamed = async (sql: Queries, name: string): Promise<boolean> => {
  const row = await sql.selectFrom('organization').select('uuid').where('name', '=', name).executeTakeFirst()
  return row !== undefined
}

/** An organization with its first people, a key and an integration: everything else is made on its pages. */
export const insertOrganization = async (
  sql: Queries,
  made: {
    organization: Insertable<ServiceTables['organization']>
    people: Insertable<ServiceTables['person']>[]
    key: Insertable<ServiceTables['api_key']>
    integration: Insertable<ServiceTables['integration']>
  },
): Promise<void> => {
  await sql.insertInto('organization').values(made.organization).execute()
  await sql.insertInto('person').values(made.people).execute()
  await sql.insertInto('api_key').values(made.key).execute()
  await sql.insertInto('integration').values(made.integration).execute()
}
