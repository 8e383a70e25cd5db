import type { Given } from '../../database/statement.ts'
import { statement, type Queries, type Tables } from './database.ts'
import { toStorableText } from '../../database/engine.ts'
import type { BotTables } from './tables.ts'
import { type Kysely, type Selectable, sql as raw } from 'kysely'

/* What the bot knows of projects and of their tasks: as the tracker said them last. */

export interface KnownProject {
  uuid: string
  /** The project's id in the tracker's list, if just read. Differs from `uuid` before 2026-07-31. */
  listedAs?: string | undefined
  name: string
  accountName: string | undefined
  accountId?: string | undefined
  internalUrl: string | undefined
  portalUrl: string | undefined
  /** According to the last completed task. */
  nextTaskUuid?: string | undefined
  /** Completed or archived. */
  isOver?: boolean | undefined
  /** When the tracker last listed all of its tasks. Undefined: only those that events told of are stored. */
  listedAt?: number | undefined
}

type ProjectRow = BotTables['known_project']
type Found = { [Column in keyof ProjectRow]: ProjectRow[Column] | null }

/** Undefined for a row without a name: an event mentioned the project before the bot saw it. */
const projectFrom = (row: Found): KnownProject | undefined => {
  if (row.uuid === null || row.name === null) return undefined
  return {
    uuid: row.uuid,
    name: row.name,
    accountName: row.account_name ?? undefined,
    accountId: row.account_id ?? undefined,
    internalUrl: row.internal_url ?? undefined,
    portalUrl: row.portal_url ?? undefined,
    nextTaskUuid: row.next_task_uuid ?? undefined,
    isOver: row.is_over === null ? undefined : row.is_over === 1,
    listedAt: row.listed_at ?? undefined,
  }
}

const projectBy = statement((db, { uuid }: Given<{ uuid: string }>) =>
  db.selectFrom('known_project').selectAll().where('uuid', '=', uuid),
)

export const knownProject = async (sql: Queries, uuid: string): Promise<KnownProject | undefined> => {
  const row = await projectBy.first(sql, { uuid })
  return row && projectFrom(row)
}

/** The projects with at least one known task. `among`: undefined for all. */
export const indexedProjects = async (sql: Queries, among: readonly string[] | undefined) => {
  if (among?.length === 0) return []
  const rows = await sql
    .selectFrom('known_project as project')
    .selectAll('project')
    .where((row) =>
      row.exists(
        row
          .selectFrom('known_task as task')
          .select('task.uuid')
          .whereRef('task.project_uuid', '=', 'project.uuid'),
      ),
    )
    .$if(among !== undefined, (query) => query.where('project.uuid', 'in', among ?? []))
    .execute()
  return rows.flatMap((row) => projectFrom(row) ?? [])
}

type Remembered = {
  [Column in Exclude<keyof ProjectRow, 'next_task_uuid' | 'listed_at'>]: ProjectRow[Column] | undefined
}

const remember = statement((db, given: Given<Remembered & { uuid: string }>) => {
  const { uuid, account_id, account_name, name, internal_url, portal_url, is_over } = given
  const account = { account_name, account_id: account_name && account_id }
  const changed = { name, ...account, internal_url, portal_url, is_over }
  return db
    .insertInto('known_project')
    .values({ uuid, ...changed, account_id })
    .onConflict((conflict) => conflict.column('uuid').doUpdateSet(changed))
})

/** Keeps the stored values of facts that are undefined. */
export const rememberProject = async (sql: Queries, project: KnownProject): Promise<void> => {
  const { uuid, name, accountName, accountId, internalUrl, portalUrl, isOver } = project
  await remember.run(sql, {
    uuid,
    name: toStorableText(name),
    account_name: accountName === undefined ? undefined : toStorableText(accountName),
    account_id: accountId ?? null,
    internal_url: internalUrl,
    portal_url: portalUrl,
    is_over: isOver === undefined ? undefined : Number(isOver),
  })
}

/** Null: the tracker doesn't list it any more. */
export const noteListed = async (sql: Queries, uuid: string, at: number | null): Promise<void> => {
  await sql.updateTable('known_project').set({ listed_at: at }).where('uuid', '=', uuid).execute()
}

/** The tracker lists no tasks any more. */
export const forgetListed = async (sql: Queries): Promise<void> => {
  await sql
    .updateTable('known_project')
    .set({ listed_at: null })
    .where('listed_at', '>', raw.lit(0))
    .execute()
}

/** Whether the stored tasks are all that the tracker has, as far as the app knows its projects. */
export const knowsAllTasks = async (sql: Queries): Promise<boolean> => {
  const project = sql.selectFrom('known_project').select('uuid').limit(1)
  const listed = await project.where('listed_at', '>', raw.lit(0)).executeTakeFirst()
  const unlisted = project
    .where('listed_at', 'is', null)
    .where('name', 'is not', null)
    .where((row) => row.or([row('is_over', 'is', null), row('is_over', '=', 0)]))
  return listed !== undefined && (await unlisted.executeTakeFirst()) === undefined
}

/** The running projects of these, or all, that the tracker listed longest ago. `among`: undefined for all. */
export const longestUnlisted = async (
  sql: Queries,
  among: readonly string[] | undefined,
  limit: number,
): Promise<KnownProject[]> => {
  if (among?.length === 0) return []
  const rows = await sql
    .selectFrom('known_project')
    .selectAll()
    .where('name', 'is not', null)
    .where((row) => row.or([row('is_over', 'is', null), row('is_over', '=', 0)]))
    .$if(among !== undefined, (query) => query.where('uuid', 'in', among ?? []))
    .orderBy(raw`coalesce(listed_at, 0)`)
    .orderBy('uuid')
    .limit(limit)
    .execute()
  return rows.flatMap((row) => projectFrom(row) ?? [])
}

export interface KnownTask {
  uuid: string
  projectUuid: string
  name: string
  /** Undefined if unknown. */
  isInternal: boolean | undefined
  moduleName: string | undefined
  deletedAt: number | undefined
  /** Undefined if neither the tracker nor an event said it: the task may be open. */
  completed: boolean | undefined
  /** When the bot saw the task become completed. Undefined if it was already completed when first seen. */
  doneAt: number | undefined
  /** Who completed it, by the name that its event gave. */
  doneBy: string | undefined
  /** YYYY-MM-DD. */
  dueDate: string | undefined
  assigneeName: string | undefined
  /** Since when the bot knows of this assignee. */
  assignedAt: number | undefined
  /** When the tracker last said it. */
  seenAt: number
}

type OfTurn = 'answered_since' | 'answered_at' | 'settled_at'

export const taskFrom = (row: Omit<Selectable<BotTables['known_task']>, OfTurn>): KnownTask => ({
  uuid: row.uuid,
  projectUuid: row.project_uuid,
  name: row.name,
  isInternal: row.is_internal === null ? undefined : row.is_internal === 1,
  moduleName: row.module_name ?? undefined,
  deletedAt: row.deleted_at ?? undefined,
  completed: row.completed === null ? undefined : row.completed === 1,
  doneAt: row.done_at ?? undefined,
  doneBy: row.done_by ?? undefined,
  dueDate: row.due_date ?? undefined,
  assigneeName: row.assignee_name ?? undefined,
  assignedAt: row.assigned_at ?? undefined,
  seenAt: row.seen_at,
})

const taskBy = statement((db, { uuid }: Given<{ uuid: string }>) =>
  db.selectFrom('known_task').selectAll().where('uuid', '=', uuid),
)

export const knownTask = async (sql: Queries, uuid: string): Promise<KnownTask | undefined> => {
  const row = await taskBy.first(sql, { uuid })
  return row && taskFrom(row)
}

const tasksIn = statement((db, { projectUuid }: Given<{ projectUuid: string }>) =>
  db
    .selectFrom('known_task')
    .selectAll()
    .where('project_uuid', '=', projectUuid)
    .where('deleted_at', 'is', null)
    .orderBy('due_date')
    .orderBy('uuid'),
)

/** Without deleted ones. */
export const tasksOf = async (sql: Queries, projectUuid: string): Promise<KnownTask[]> => {
  const rows = await tasksIn.all(sql, { projectUuid })
  return rows.map(taskFrom)
}

/** What was stored about a task and its project before the tracker's new answer. */
export interface KnownOfTask {
  task: KnownTask | undefined
  hasComments: boolean
  /** The uuid that its project was asked by. */
  projectUuid: string
  project: KnownProject | undefined
  /** A subscription needs what the tracker's project list has now: for outsiders, the project's account. */
  byList: boolean
}

/** A subscription to an account or to an id that is not a uuid, which only the tracker's list has. For the partial index. */
const isByList = raw<boolean>`scope <> 'all' and (scope <> 'project' or target not like '%-%-%-%-%')`

interface TaskAndProject {
  taskUuid: string
  projectUuid: string
}

/** One row with what is known of a task and its project. Callers add what else decides. */
export const withKnown = (db: Kysely<Tables>, { taskUuid, projectUuid }: Given<TaskAndProject>) =>
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
            .where('comment.deleted_at', 'is', null),
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

const knownRow = statement((db, given: Given<TaskAndProject>) => withKnown(db, given))

type Row = Awaited<ReturnType<typeof knownRow.one>>

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
  knownFrom(await knownRow.one(sql, { taskUuid, projectUuid }), taskUuid, projectUuid)

export const taskWithProject = async (sql: Queries, taskUuid: string) => {
  const task = await knownTask(sql, taskUuid)
  const project = task && (await knownProject(sql, task.projectUuid))
  return task && project && { task, project }
}
