import { sql as raw } from 'kysely'
import { containing, type Page } from '../like.ts'
import { type PlaybookRow, rowsOf, type Scope, tableOf, totalOf } from '../rows.ts'
import type { ServiceTables } from '../tables.ts'
import type { Updateable } from 'kysely'

/** Any version that is not archived: drafts and superseded ones are accepted without complaint. */
export const findPlaybook = (scope: Scope, uuid: string): Promise<PlaybookRow | undefined> =>
  rowsOf(scope, 'playbook')
    .where('uuid', '=', uuid.toLowerCase())
    .where('is_archived', '=', 0)
    .executeTakeFirst()

/** Every version that is not archived, oldest first. */
export const listPlaybooks = async (
  scope: Scope,
  { name, limit, offset }: Page & { name?: string | undefined },
): Promise<{ playbooks: Pick<PlaybookRow, 'uuid' | 'name' | 'description'>[]; total: number }> => {
  let query = tableOf(scope, 'playbook').where('is_archived', '=', 0)
  if (name !== undefined) query = query.where(raw<boolean>`name_search like ${containing(name)} escape '\\'`)
  const columns = ['uuid', 'name', 'description'] as const
  const playbooks = await query.select(columns).orderBy('id').limit(limit).offset(offset).execute()
  return { playbooks, total: await totalOf(query) }
}

const line = [
  'id',
  'uuid',
  'name',
  'description',
  'version',
  'state',
  'is_archived',
  'duration_days',
  'created_at',
] as const
export type VersionLine = Pick<PlaybookRow, (typeof line)[number]>

/** Every version of every playbook, archived ones too, oldest first. */
export const listVersions = (scope: Scope): Promise<VersionLine[]> =>
  tableOf(scope, 'playbook').select(line).orderBy('id').execute()

/** The versions that carry exactly this name, oldest first, archived ones too. */
export const versionsNamed = (scope: Scope, name: string): Promise<VersionLine[]> =>
  tableOf(scope, 'playbook').select(line).where('name', '=', name).orderBy('id').execute()

export const changeVersions = async (
  { sql, org }: Scope,
  uuids: readonly string[],
  set: Pick<Updateable<ServiceTables['playbook']>, 'state' | 'is_archived'>,
) => {
  if (uuids.length === 0) return
  await sql.updateTable('playbook').set(set).where('org', '=', org).where('uuid', 'in', uuids).execute()
}
