import type { Queries } from '../database.ts'
import type { CommentRow } from '../rows.ts'

export const findComment = (sql: Queries, org: string, uuid: string): Promise<CommentRow | undefined> =>
  sql
    .selectFrom('comment')
    .selectAll()
    .where('org', '=', org)
    .where('uuid', '=', uuid.toLowerCase())
    .executeTakeFirst()

/** In the order in which they are shown. */
export const commentsOfProject = (sql: Queries, org: string, projectUuid: string): Promise<CommentRow[]> =>
  sql
    .selectFrom('comment')
    .selectAll()
    .where('org', '=', org)
    .where('project_uuid', '=', projectUuid)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const addComments = async (sql: Queries, rows: readonly Omit<CommentRow, 'id'>[]): Promise<void> => {
  if (rows.length > 0)
    await sql
      .insertInto('comment')
      .values([...rows])
      .execute()
}

export const updateComment = async (
  sql: Queries,
  org: string,
  uuid: string,
  changed: Partial<Omit<CommentRow, 'id' | 'uuid' | 'org'>>,
): Promise<void> => {
  await sql.updateTable('comment').set(changed).where('org', '=', org).where('uuid', '=', uuid).execute()
}

export const deleteComment = async (sql: Queries, org: string, uuid: string): Promise<void> => {
  await sql.deleteFrom('comment').where('org', '=', org).where('uuid', '=', uuid).execute()
}

/** Legacy integer ids, by uuid. */
export const commentIds = async (
  sql: Queries,
  org: string,
  uuids: readonly string[],
): Promise<Map<string, number>> => {
  if (uuids.length === 0) return new Map()
  const rows = await sql
    .selectFrom('comment')
    .select(['uuid', 'id'])
    .where('org', '=', org)
    .where('uuid', 'in', [...uuids])
    .execute()
  return new Map(rows.map(({ uuid, id }) => [uuid, id]))
}
