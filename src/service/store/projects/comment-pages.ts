import { sql as raw } from 'kysely'
import type { Queries } from '../database.ts'
import { inParts } from '../in-parts.ts'
import type { Page } from '../like.ts'
import type { CommentRow } from '../rows.ts'

const columns = [
  'id',
  'uuid',
  'org',
  'project_uuid',
  'task_uuid',
  'replied_to',
  'created_by',
  'message_plain',
  'created_at',
  'edited_at',
] as const

/** The last so many comments of each task, in the order in which they are shown. */
export const latestComments = (
  sql: Queries,
  org: string,
  projectUuid: string,
  each: number,
): Promise<CommentRow[]> =>
  sql
    .with('numbered', (db) =>
      db
        .selectFrom('comment')
        .select(columns)
        .select(
          raw<number>`row_number() over (partition by task_uuid order by created_at desc, id desc)`.as(
            'back',
          ),
        )
        .where('org', '=', org)
        .where('project_uuid', '=', projectUuid),
    )
    .selectFrom('numbered')
    .select(columns)
    .where('back', '<=', each)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** How many comments each task of a project has. */
export const commentCounts = async (
  sql: Queries,
  org: string,
  projectUuid: string,
): Promise<Map<string, number>> => {
  const rows = await sql
    .selectFrom('comment')
    .select(({ fn }) => ['task_uuid', fn.countAll<number>().as('count')])
    .where('org', '=', org)
    .where('project_uuid', '=', projectUuid)
    .groupBy('task_uuid')
    .execute()
  return new Map(rows.map((row) => [row.task_uuid, row.count]))
}

export const commentsByUuid = (sql: Queries, org: string, uuids: readonly string[]): Promise<CommentRow[]> =>
  inParts([...new Set(uuids)], (some) =>
    sql.selectFrom('comment').selectAll().where('org', '=', org).where('uuid', 'in', some).execute(),
  )

/** One page of a task's comments, the newest first. */
export const commentsOnPage = async (
  sql: Queries,
  org: string,
  taskUuid: string,
  { limit, offset }: Page,
): Promise<{ comments: CommentRow[]; total: number }> => {
  const query = sql.selectFrom('comment').where('org', '=', org).where('task_uuid', '=', taskUuid)
  const { total } = await query
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const comments = await query
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { comments, total }
}
