import type { Insertable } from 'kysely'
import type { Queries } from '../database.ts'
import type { ServiceTables } from '../tables.ts'

/** A project with who is in it and a value for each of its data fields; its work is added beside it, and `countChange` counts it. */
export const insertProject = async (
  sql: Queries,
  made: {
    project: Insertable<ServiceTables['project']>
    members: Insertable<ServiceTables['project_member']>[]
    values: Insertable<ServiceTables['data_field_value']>[]
  },
): Promise<void> => {
  await sql.insertInto('project').values(made.project).execute()
  await sql.insertInto('project_member').values(made.members).execute()
  if (made.values.length > 0) await sql.insertInto('data_field_value').values(made.values).execute()
}
