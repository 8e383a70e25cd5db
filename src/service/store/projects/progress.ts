import { sql as raw } from 'kysely'
import type { Scope } from '../rows.ts'
import type { TaskStatus } from '../tables.ts'

const completed: TaskStatus = 'Completed'

export interface Progress {
  readonly total: number
  readonly completed: number
  /** Without internal tasks. */
  readonly customerTotal: number
  readonly customerCompleted: number
  /** Open tasks with a past due date. */
  readonly late: number
}

export const none: Progress = { total: 0, completed: 0, customerTotal: 0, customerCompleted: 0, late: 0 }

/** In whole percent, rounded down. 0 if there are no tasks. */
export const percent = (completed: number, total: number): number =>
  total === 0 ? 0 : Math.floor((completed * 100) / total)

export const isCompleted = ({ status }: { status: TaskStatus }): boolean => status === completed

const isDone = raw<boolean>`task.status = ${completed}`

const count = (condition: ReturnType<typeof raw<boolean>>) =>
  raw<number>`sum(case when ${condition} then 1 else 0 end)`

export const hasLateTask = (today: string) => raw<boolean>`exists (
  select 1 from task join module on module.uuid = task.module_uuid
  where task.project_uuid = project.uuid and task.is_archived = 0 and module.is_archived = 0
    and not ${isDone} and task.due_date < ${today})`

/** Archived tasks don't count. Tasks of archived modules count only for the module itself. */
const progressBy = async (
  { sql, org }: Scope,
  by: 'task.project_uuid' | 'task.module_uuid',
  uuids: readonly string[],
  today: string,
): Promise<Map<string, Progress>> => {
  if (uuids.length === 0) return new Map()
  const rows = await sql
    .selectFrom('task')
    .innerJoin('module', 'module.uuid', 'task.module_uuid')
    .where('task.org', '=', org)
    .where(by, 'in', uuids)
    .where('task.is_archived', '=', 0)
    .$if(by === 'task.project_uuid', (query) => query.where('module.is_archived', '=', 0))
    .groupBy(by)
    .select(({ fn }) => [
      `${by} as uuid` as const,
      fn.countAll<number>().as('total'),
      count(isDone).as('completed'),
      count(raw`task.is_internal = 0`).as('customerTotal'),
      count(raw`task.is_internal = 0 and ${isDone}`).as('customerCompleted'),
      count(raw`not ${isDone} and task.due_date < ${today}`).as('late'),
    ])
    .execute()
  return new Map(rows.map(({ uuid, ...progress }) => [uuid, progress]))
}

export const progressOfProjects = (scope: Scope, uuids: readonly string[], today: string) =>
  progressBy(scope, 'task.project_uuid', uuids, today)

export const progressOfModule = async (scope: Scope, uuid: string, today: string): Promise<Progress> =>
  (await progressBy(scope, 'task.module_uuid', [uuid], today)).get(uuid) ?? none
