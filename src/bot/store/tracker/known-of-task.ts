import { type ExpressionBuilder, sql as raw } from 'kysely'
import type { Queries } from '../database.ts'
import type { BotTables } from '../tables.ts'
import { type KnownProject, knownProject, projectFrom } from './known-projects.ts'
import { knownTask } from './known-tasks.ts'

/** What is known of a task and its project before an answer of the tracker is written down. */
export interface KnownOfTask {
  isInternal: boolean | undefined
  moduleName: string | undefined
  project: KnownProject | undefined
  /** Somebody routes by what only the tracker's list says of a project. */
  byList: boolean
}

/** A subscription by what only the tracker's list says: an account, or an id that is no uuid. */
const isByList = (row: ExpressionBuilder<BotTables, 'subscription'>) =>
  row.or([
    row('scope', '=', 'account'),
    row.and([row('scope', '=', 'project'), row('target', 'not like', '%-%-%-%-%')]),
  ])

export const knownOfTask = async (
  sql: Queries,
  taskUuid: string,
  projectUuid: string | undefined,
): Promise<KnownOfTask> => {
  const row = await sql
    .selectFrom(raw<{ one: number }>`(select 1 as one)`.as('base'))
    .leftJoin('known_task as task', (join) => join.on('task.uuid', '=', taskUuid))
    .leftJoin('known_project as project', (join) => join.on('project.uuid', '=', projectUuid ?? ''))
    .selectAll('project')
    .select(['task.is_internal', 'task.module_name'])
    .select((row) =>
      row.exists(row.selectFrom('subscription').select('channel').where(isByList)).as('by_list'),
    )
    .executeTakeFirstOrThrow()
  return {
    isInternal: row.is_internal === null ? undefined : row.is_internal === 1,
    moduleName: row.module_name ?? undefined,
    project: projectFrom(row),
    byList: Boolean(row.by_list),
  }
}

/** Both as they were told; undefined where one of them is not known. */
export const taskWithProject = async (sql: Queries, taskUuid: string) => {
  const task = await knownTask(sql, taskUuid)
  const project = task && (await knownProject(sql, task.projectUuid))
  return task && project && { task, project }
}
