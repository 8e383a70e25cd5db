import type { Queries } from '../database.ts'
import { storable } from '../../../database/storable.ts'

/** A module of this name was seen in the project. */
export const rememberModuleName = async (
  sql: Queries,
  projectUuid: string,
  name: string,
  seenAt: number,
): Promise<void> => {
  await sql
    .insertInto('module_name')
    .values({ project_uuid: projectUuid, name: storable(name), seen_at: seenAt })
    .onConflict((conflict) => conflict.columns(['project_uuid', 'name']).doNothing())
    .execute()
}

/** Names of modules seen in any project, letter case aside; each once, however many projects have it. */
export const moduleNames = async (sql: Queries, typed: string, limit: number): Promise<string[]> => {
  const pattern = `%${typed.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const rows = await sql
    .selectFrom('module_name')
    .select('name')
    .where((row) => row(row.fn('lower', ['name']), 'like', row.val(pattern)))
    .groupBy('name')
    .orderBy('name')
    .limit(limit)
    .execute()
  return rows.map(({ name }) => name)
}
