import { sql as raw } from 'kysely'
import type { Queries } from '../database.ts'
import { containing, type Page } from '../like.ts'
import type { PlaybookRow } from '../rows.ts'

/** Any version that is not archived: drafts and superseded ones are accepted without complaint. */
export const findPlaybook = (sql: Queries, org: string, uuid: string): Promise<PlaybookRow | undefined> =>
  sql
    .selectFrom('playbook')
    .selectAll()
    .where('org', '=', org)
    .where('uuid', '=', uuid.toLowerCase())
    .where('is_archived', '=', 0)
    .executeTakeFirst()

/** Every version that is not archived, oldest first. */
export const listPlaybooks = async (
  sql: Queries,
  org: string,
  { name, limit, offset }: Page & { name: string | undefined },
): Promise<{ playbooks: Pick<PlaybookRow, 'uuid' | 'name' | 'description'>[]; total: number }> => {
  let query = sql.selectFrom('playbook').where('org', '=', org).where('is_archived', '=', 0)
  if (name !== undefined) query = query.where(raw<boolean>`name_search like ${containing(name)} escape '\\'`)
  const { total } = await query
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const playbooks = await query
    .select(['uuid', 'name', 'description'])
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  return { playbooks, total }
}
