import type { Queries } from '../database.ts'
import type { ModuleRow } from '../rows.ts'

export const findModule = (sql: Queries, org: string, uuid: string): Promise<ModuleRow | undefined> =>
  sql
    .selectFrom('module')
    .selectAll()
    .where('org', '=', org)
    .where('uuid', '=', uuid.toLowerCase())
    .executeTakeFirst()

/** In the order in which they are shown. */
export const modulesOfProject = (sql: Queries, org: string, projectUuid: string): Promise<ModuleRow[]> =>
  sql
    .selectFrom('module')
    .selectAll()
    .where('org', '=', org)
    .where('project_uuid', '=', projectUuid)
    .orderBy('position')
    .orderBy('id')
    .execute()

export const addModules = async (sql: Queries, rows: readonly Omit<ModuleRow, 'id'>[]): Promise<void> => {
  if (rows.length > 0)
    await sql
      .insertInto('module')
      .values([...rows])
      .execute()
}

export const updateModule = async (
  sql: Queries,
  org: string,
  uuid: string,
  changed: Partial<Omit<ModuleRow, 'id' | 'uuid' | 'org'>>,
): Promise<void> => {
  await sql.updateTable('module').set(changed).where('org', '=', org).where('uuid', '=', uuid).execute()
}
