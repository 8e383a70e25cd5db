import { sql as raw, type SqlBool } from 'kysely'
import { type Scope, type Page, findRow, tableOf, totalOf } from './rows.ts'
import { containsText } from './search.ts'
import type { TaskStatus } from './tables.ts'
import { changedAny } from '../../database/statement.ts'
import { fullName } from './people.ts'

const completed: TaskStatus = 'Completed'

/** `customer…`: without internal tasks. `late`: open tasks with a past due date. */
const none = { total: 0, completed: 0, customerTotal: 0, customerCompleted: 0, late: 0 }
type Progress = Readonly<typeof none>

/** In whole percent, rounded down. 0 if there are no tasks. */
export const percent = (completed: number, total: number): number =>
  total === 0 ? 0 : Math.floor((completed * 100) / total)

export const isCompleted = ({ status }: { status: TaskStatus }): boolean => status === completed

const isDone = raw<boolean>`task.status = ${completed}`

const count = (condition: ReturnType<typeof raw<boolean>>) =>
  raw<number>`sum(case when ${condition} then 1 else 0 end)`

const hasLateTask = (today: string) => raw<boolean>`exists (
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

export const progressOfModule = async (scope: Scope, uuid: string, today: string): Promise<Progress> =>
  (await progressBy(scope, 'task.module_uuid', [uuid], today)).get(uuid) ?? none

const joined = ({ sql, org }: Scope) =>
  sql
    .selectFrom('project')
    .innerJoin('account', 'account.uuid', 'project.account_uuid')
    .innerJoin('person as owner', 'owner.uuid', 'project.owner_uuid')
    .where('project.org', '=', org)
    .selectAll('project')
    .select(['account.id as account_id', 'account.name as account_name'])
    .select(['owner.id as owner_id', 'owner.email as owner_email', 'owner.first_name', 'owner.last_name'])

type Joined = Awaited<ReturnType<ReturnType<typeof joined>['execute']>>

const records = async (scope: Scope, today: string, rows: Joined) => {
  const uuids = rows.map(({ uuid }) => uuid)
  const progress = await progressBy(scope, 'task.project_uuid', uuids, today)
  return rows.map(({ first_name, last_name, ...row }) => ({
    ...row,
    owner_name: fullName({ first_name, last_name }),
    progress: progress.get(row.uuid) ?? none,
  }))
}

export type ProjectRecord = Awaited<ReturnType<typeof records>>[number]

export const findProject = async (scope: Scope, uuid: string, today: string) => {
  const rows = await joined(scope).where('project.uuid', '=', uuid.toLowerCase()).execute()
  return (await records(scope, today, rows))[0]
}

interface ProjectFilter extends Page {
  readonly externalId?: string | undefined
  readonly name?: string | undefined
  readonly state?: string | undefined
  readonly accountUuid?: string | undefined
  readonly ownerUuid?: string | undefined
  /** Active projects that are overdue, or have a late task. */
  readonly isLate?: boolean
  readonly sort?: ProjectSort
}

const sorts = { newest: ['id', 'desc'], due: ['due_date', 'asc'], name: ['name_search', 'asc'] } as const
export type ProjectSort = keyof typeof sorts

const matchingProjects = (scope: Scope, filter: ProjectFilter, today: string) => {
  let query = tableOf(scope, 'project')
  if (filter.name !== undefined) query = query.where(containsText(scope, 'project', filter.name))
  if (filter.state !== undefined) query = query.where(raw<SqlBool>`state = ${filter.state}`)
  if (filter.accountUuid !== undefined) query = query.where('account_uuid', '=', filter.accountUuid)
  if (filter.ownerUuid !== undefined) query = query.where('owner_uuid', '=', filter.ownerUuid)
  if (filter.isLate)
    query = query
      .where('state', '=', 'Active')
      .where(raw<SqlBool>`(due_date < ${today} or ${hasLateTask(today)})`)
  if (filter.externalId !== undefined) {
    const links = tableOf(scope, 'external_link').where('external_id', '=', filter.externalId)
    query = query.where('uuid', 'in', links.select('project_uuid'))
  }
  return query
}

export const projectsOnPage = async (scope: Scope, today: string, filter: ProjectFilter) => {
  const query = matchingProjects(scope, filter, today)
  const [by, way] = sorts[filter.sort ?? 'newest']
  // Rows that are skipped aren't joined: their ids are in an index.
  const page = query.select('id').orderBy(by, way).orderBy('id', 'desc').limit(filter.limit)
  const rows = await joined(scope)
    .where('project.id', 'in', page.offset(filter.offset))
    .orderBy(`project.${by}`, way)
    .orderBy('project.id', 'desc')
    .execute()
  return { projects: await records(scope, today, rows), total: await totalOf(query) }
}

/** Locks the project until the transaction ends, and raises its version. False when it does not exist. */
export const lockProject = ({ sql, org }: Scope, uuid: string): Promise<boolean> =>
  changedAny(
    sql
      .updateTable('project')
      .set(({ eb }) => ({ version: eb('version', '+', 1) }))
      .where('org', '=', org)
      .where('uuid', '=', uuid.toLowerCase()),
  )

export const versionOf = async (scope: Scope, uuid: string): Promise<number | undefined> =>
  (await findRow(scope, 'project', uuid))?.version

/** The interface doesn't list the statuses, so these are ours. Their ids never change: clients can compare them. */
export const projectStatuses = {
  'Not started': { uuid: '7d1a1c5e-4d0b-4c4e-9a55-5b2f7f5f0001', legacy: 1 },
  'In progress': { uuid: '7d1a1c5e-4d0b-4c4e-9a55-5b2f7f5f0002', legacy: 2 },
  Completed: { uuid: '7d1a1c5e-4d0b-4c4e-9a55-5b2f7f5f0003', legacy: 3 },
  Archived: { uuid: '7d1a1c5e-4d0b-4c4e-9a55-5b2f7f5f0004', legacy: 4 },
} as const
type ProjectStatus = keyof typeof projectStatuses

type Stated = Pick<ProjectRecord, 'state'> & { readonly progress: Pick<Progress, 'total' | 'completed'> }

export const statusOf = ({ state, progress }: Stated): ProjectStatus => {
  if (state !== 'Active') return state
  return progress.completed > 0 ? 'In progress' : 'Not started'
}

/** A completed project without tasks is at 100%. */
export const percentageOf = ({ state, progress }: Stated): number =>
  progress.total === 0 && state === 'Completed' ? 100 : percent(progress.completed, progress.total)

export const isOverdue = (
  { state, due_date: due }: Pick<ProjectRecord, 'state' | 'due_date'>,
  today: string,
): boolean => state === 'Active' && due < today

/** YELLOW when a task is late, RED when the project is. */
export const performanceOf = (project: ProjectRecord, today: string): 'GREEN' | 'YELLOW' | 'RED' => {
  if (isOverdue(project, today)) return 'RED'
  return project.state === 'Active' && project.progress.late > 0 ? 'YELLOW' : 'GREEN'
}
