import type { Insertable, Updateable } from 'kysely'
import type { Queries } from '../database.ts'
import type { PlaybookRow } from '../rows.ts'
import type { ServiceTables } from '../tables.ts'

export type VersionLine = Omit<PlaybookRow, 'content' | 'name_search' | 'org'>

/** Every version of every playbook, archived ones too, oldest first. */
export const listVersions = (sql: Queries, org: string): Promise<VersionLine[]> =>
  sql
    .selectFrom('playbook')
    .select([
      'id',
      'uuid',
      'name',
      'description',
      'version',
      'state',
      'is_archived',
      'duration_days',
      'created_at',
    ])
    .where('org', '=', org)
    .orderBy('id')
    .execute()

/** A version, archived or not. */
export const findVersion = (sql: Queries, org: string, uuid: string): Promise<PlaybookRow | undefined> =>
  sql
    .selectFrom('playbook')
    .selectAll()
    .where('org', '=', org)
    .where('uuid', '=', uuid.toLowerCase())
    .executeTakeFirst()

/** The versions that carry exactly this name, oldest first, archived ones too. */
export const versionsNamed = (sql: Queries, org: string, name: string) =>
  sql
    .selectFrom('playbook')
    .select(['id', 'uuid', 'version', 'state', 'is_archived'])
    .where('org', '=', org)
    .where('name', '=', name)
    .orderBy('id')
    .execute()

/** The newest, hence the last of its name: lists are in the order in which versions were added. */
export const addVersion = async (
  sql: Queries,
  version: Insertable<ServiceTables['playbook']>,
): Promise<void> => {
  await sql.insertInto('playbook').values(version).execute()
}

export const changeVersions = async (
  sql: Queries,
  org: string,
  uuids: readonly string[],
  set: Omit<Updateable<ServiceTables['playbook']>, 'id' | 'uuid' | 'org'>,
): Promise<void> => {
  if (uuids.length === 0) return
  await sql.updateTable('playbook').set(set).where('org', '=', org).where('uuid', 'in', uuids).execute()
}
