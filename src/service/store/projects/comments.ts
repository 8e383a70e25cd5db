import { sql as raw } from 'kysely'
import { inParts } from '../in-parts.ts'
import type { Page } from '../like.ts'
import { type CommentRow, rowsOf, type Scope, tableOf, totalOf } from '../rows.ts'

/** The last comments of each task, in display order. */
export const latestComments = async (scope: Scope, projectUuid: string, each: number) => {
  const back = raw<number>`row_number() over (partition by task_uuid order by created_at desc, id desc)`
  const numbered = rowsOf(scope, 'comment').select(back.as('back')).where('project_uuid', '=', projectUuid)
  const rows = await scope.sql
    .selectFrom(numbered.as('numbered'))
    .selectAll()
    .where('back', '<=', each)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ back: _back, ...comment }) => comment)
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

/** One page of a task's comments, newest first. */
export const commentsOnPage = async (scope: Scope, taskUuid: string, { limit, offset }: Page) => {
  const query = tableOf(scope, 'comment').where('task_uuid', '=', taskUuid)
  const comments = await query
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { comments, total: await totalOf(query) }
}
