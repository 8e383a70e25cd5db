import { sql as raw } from 'kysely'
import type { Given } from '../../../database/statement.ts'
import { statement } from '../statement.ts'
import type { Queries } from '../database.ts'
import { type KnownProject, knownProject, projectFrom } from './known-projects.ts'
import { knownTask } from './known-tasks.ts'

/** What was stored about a task and its project before the tracker's new answer. */
export interface KnownOfTask {
  isInternal: boolean | undefined
  moduleName: string | undefined
  /** Events told of comments that were not deleted. */
  hasComments: boolean
  project: KnownProject | undefined
  /** A subscription needs what the tracker's project list has now: for outsiders, the project's account. */
  byList: boolean
}

/** A subscription to an account or to an id that is not a uuid, which only the tracker's list has. For the partial index. */
const isByList = raw<boolean>`scope <> 'all' and (scope <> 'project' or target not like '%-%-%-%-%')`

const knownWith = statement(
  (db, { taskUuid, projectUuid }: Given<{ taskUuid: string; projectUuid: string }>) =>
    db
      .selectFrom(raw<{ one: number }>`(select 1 as one)`.as('base'))
      .leftJoin('known_task as task', (join) => join.on('task.uuid', '=', taskUuid))
      .leftJoin('known_project as project', (join) => join.on('project.uuid', '=', projectUuid))
      .selectAll('project')
      .select(['task.is_internal', 'task.module_name'])
      .select((row) =>
        row
          .exists(
            row
              .selectFrom('known_comment as comment')
              .select('comment.uuid')
              .where('comment.task_uuid', '=', taskUuid)
              .where('comment.deleted_at', 'is', null)
              .where('comment.text', 'is not', null),
          )
          .as('has_comments'),
      )
      .select((row) => {
        const subscription = row.selectFrom('subscription').select('channel')
        const forOutsiders = subscription
          .where('scope', '=', 'project')
          .where('target', '=', projectUuid)
          .where('readers', '<>', '')
        return [
          row.exists(subscription.where(isByList)).as('by_list'),
          row.exists(forOutsiders).as('for_outsiders'),
        ]
      }),
)

export const knownOfTask = async (sql: Queries, taskUuid: string, projectUuid = ''): Promise<KnownOfTask> => {
  const row = await knownWith.one(sql, { taskUuid, projectUuid })
  return {
    isInternal: row.is_internal === null ? undefined : row.is_internal === 1,
    moduleName: row.module_name ?? undefined,
    hasComments: Boolean(row.has_comments),
    project: projectFrom(row),
    byList: Boolean(row.by_list) || Boolean(row.for_outsiders),
  }
}

/** The stored task and project. Undefined if either is unknown. */
export const taskWithProject = async (sql: Queries, taskUuid: string) => {
  const task = await knownTask(sql, taskUuid)
  const project = task && (await knownProject(sql, task.projectUuid))
  return task && project && { task, project }
}
