import { type Kysely, sql as raw } from 'kysely'
import type { Given } from '../../database/statement.ts'
import { statement, type Queries, type Tables } from './database.ts'
import { type KnownProject, knownProject, projectFrom } from './known-projects.ts'
import { type KnownTask, knownTask, taskFrom } from './known-tasks.ts'

/** What was stored about a task and its project before the tracker's new answer. */
export interface KnownOfTask {
  task: KnownTask | undefined
  /** Events told of comments that were not deleted. */
  hasComments: boolean
  /** The uuid that its project was asked by. */
  projectUuid: string
  project: KnownProject | undefined
  /** A subscription needs what the tracker's project list has now: for outsiders, the project's account. */
  byList: boolean
}

/** A subscription to an account or to an id that is not a uuid, which only the tracker's list has. For the partial index. */
const isByList = raw<boolean>`scope <> 'all' and (scope <> 'project' or target not like '%-%-%-%-%')`

interface Asked {
  taskUuid: string
  projectUuid: string
}

/** A row of it, to which others add what else decides. */
export const withKnown = (db: Kysely<Tables>, { taskUuid, projectUuid }: Given<Asked>) =>
  db
    .selectFrom(raw<{ one: number }>`(select 1 as one)`.as('base'))
    .leftJoin('known_task as task', (join) => join.on('task.uuid', '=', taskUuid))
    .leftJoin('known_project as project', (join) => join.on('project.uuid', '=', projectUuid))
    .selectAll('project')
    .select(['task.name as task_name', 'task.project_uuid', 'task.is_internal', 'task.module_name'])
    .select(['task.completed', 'task.done_at', 'task.done_by', 'task.due_date', 'task.deleted_at'])
    .select(['task.assignee_name', 'task.assigned_at', 'task.seen_at'])
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
    })

const known = statement((db, given: Given<Asked>) => withKnown(db, given))

type Row = Awaited<ReturnType<typeof known.one>>

export const knownFrom = (row: Row, taskUuid: string, projectUuid: string): KnownOfTask => {
  const { task_name: name, project_uuid, seen_at } = row
  const isTask = name !== null && project_uuid !== null && seen_at !== null
  return {
    task: isTask ? taskFrom({ ...row, uuid: taskUuid, name, project_uuid, seen_at }) : undefined,
    hasComments: Boolean(row.has_comments),
    projectUuid,
    project: projectFrom(row),
    byList: Boolean(row.by_list) || Boolean(row.for_outsiders),
  }
}

export const knownOfTask = async (sql: Queries, taskUuid: string, projectUuid = ''): Promise<KnownOfTask> =>
  knownFrom(await known.one(sql, { taskUuid, projectUuid }), taskUuid, projectUuid)

/** The stored task and project. Undefined if either is unknown. */
export const taskWithProject = async (sql: Queries, taskUuid: string) => {
  const task = await knownTask(sql, taskUuid)
  const project = task && (await knownProject(sql, task.projectUuid))
  return task && project && { task, project }
}
