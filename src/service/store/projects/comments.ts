import { type SelectQueryBuilder, sql as raw } from 'kysely'
import type { Tables } from '../database.ts'
import {
  inParts,
  type CommentRow,
  type Row,
  rowsOf,
  type Scope,
  tableOf,
  totalOf,
  type NoteRow,
  type Page,
} from '../rows.ts'

export const commentsOfProject = (scope: Scope, uuid: string): Promise<CommentRow[]> =>
  rowsOf(scope, 'comment').where('project_uuid', '=', uuid).orderBy('created_at').orderBy('id').execute()

export const notesOfProject = (scope: Scope, uuid: string): Promise<NoteRow[]> =>
  rowsOf(scope, 'note').where('project_uuid', '=', uuid).orderBy('created_at').orderBy('id').execute()

export const notesOnPage = (scope: Scope, projectUuid: string, page: Page) =>
  newestOf(tableOf(scope, 'note').where('project_uuid', '=', projectUuid), page)

/** The last comments of each task, in display order. */
export const latestComments = async (scope: Scope, projectUuid: string, each: number) => {
  const back = raw<number>`row_number() over (partition by task_uuid order by created_at desc, id desc)`
  const numbered = tableOf(scope, 'comment')
    .select(['id', back.as('back')])
    .where('project_uuid', '=', projectUuid)
  const last = scope.sql.selectFrom(numbered.as('numbered')).select('id').where('back', '<=', each)
  return rowsOf(scope, 'comment').where('id', 'in', last).orderBy('created_at').orderBy('id').execute()
}

/** By task uuid. */
export const commentCounts = async (scope: Scope, projectUuid: string): Promise<Map<string, number>> => {
  const rows = await tableOf(scope, 'comment')
    .select(({ fn }) => ['task_uuid', fn.countAll<number>().as('count')])
    .where('project_uuid', '=', projectUuid)
    .groupBy('task_uuid')
    .execute()
  return new Map(rows.map((row) => [row.task_uuid, row.count]))
}

export const commentsByUuid = (scope: Scope, uuids: readonly string[]): Promise<CommentRow[]> =>
  inParts([...new Set(uuids)], (some) => rowsOf(scope, 'comment').where('uuid', 'in', some).execute())

/** One page of comments or notes, newest first. */
const newestOf = async <T extends 'comment' | 'note'>(
  found: SelectQueryBuilder<Tables, T, object>,
  { limit, offset }: Page,
) => {
  // Both tables have these columns.
  const query = found as unknown as SelectQueryBuilder<Tables, 'note', object>
  const rows = await query
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .$castTo<Row<T>>()
    .execute()
  return { rows, total: await totalOf(query) }
}

export const commentsOnPage = (scope: Scope, taskUuid: string, page: Page) =>
  newestOf(tableOf(scope, 'comment').where('task_uuid', '=', taskUuid), page)
