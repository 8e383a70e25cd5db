import { sql as raw } from 'kysely'
import type { Database, Queries } from '../database.ts'
import { storable } from '../../../database/storable.ts'
import { unansweredSince } from '../tracker/known-comments.ts'

/** A project's tasks that wait on its customer, open or of unknown state. Times are in ms. */
export interface WaitingTasks {
  projectUuid: string
  tasks: number
  /** Since when the first of them has been assigned to a customer. */
  assignedAt: number | undefined
  /** When the first comment was written that no customer has answered. */
  askedAt: number | undefined
}

type Time = number | string | null
const time = (value: Time): number | undefined => (value === null ? undefined : Number(value))

/** Internal tasks never wait on a customer. `sure`: nor do those of which the app doesn't know. */
export const waitingByProject = async (
  { sql, engine }: Pick<Database, 'sql' | 'engine'>,
  customers: readonly string[],
  sure: boolean,
): Promise<WaitingTasks[]> => {
  const isTheirs = engine.among('task.assignee_name', customers.map(storable))
  const open = sql
    .selectFrom('known_task as task')
    .select(['task.project_uuid', 'task.assigned_at'])
    .select(raw<number>`case when ${isTheirs} then 1 else 0 end`.as('is_theirs'))
    .select(unansweredSince(sql).as('asked_at'))
    .where((row) => row.or([row('task.completed', '=', 0), row('task.completed', 'is', null)]))
    .where('task.deleted_at', 'is', null)
    .where(sure ? raw<boolean>`task.is_internal = 0` : raw<boolean>`coalesce(task.is_internal, 0) = 0`)
  // Materialized, or both engines would look up a task's comments again for each use of their time.
  const rows = await sql
    .with(
      (cte) => cte('open').materialized(),
      () => open,
    )
    .selectFrom('open')
    .select('project_uuid')
    .select([
      raw<number | string>`count(*)`.as('tasks'),
      raw<Time>`min(case when is_theirs = 1 then assigned_at end)`.as('assigned_at'),
      raw<Time>`min(asked_at)`.as('asked_at'),
    ])
    .where((row) => row.or([row('is_theirs', '=', 1), row('asked_at', 'is not', null)]))
    .groupBy('project_uuid')
    .execute()
  return rows.map((row) => ({
    projectUuid: row.project_uuid,
    tasks: Number(row.tasks),
    assignedAt: time(row.assigned_at),
    askedAt: time(row.asked_at),
  }))
}

export interface Answered {
  projectUuid: string | undefined
  comments: number
  inADay: number
}

const dayMs = 86_400_000

/** Customers' comments of a time, and how many of them the vendor answered on their task within a day. */
export const answeredInADay = async (
  sql: Queries,
  { from, to, sure }: { from: number; to: number; sure: boolean },
): Promise<Answered[]> => {
  const rows = await sql
    .selectFrom('known_comment as said')
    .leftJoin('known_task as task', 'task.uuid', 'said.task_uuid')
    .select('said.project_uuid')
    .select(raw<number | string>`count(*)`.as('comments'))
    .select((row) => {
      const answer = row
        .selectFrom('known_comment as vendor')
        .select('vendor.uuid')
        .whereRef('vendor.task_uuid', '=', 'said.task_uuid')
        .where('vendor.by_customer', '=', 0)
        .whereRef('vendor.created_at', '>', 'said.created_at')
        .where(raw<boolean>`vendor.created_at <= said.created_at + ${raw.lit(dayMs)}`)
      return raw<number | string>`sum(case when ${row.exists(answer)} then 1 else 0 end)`.as('in_a_day')
    })
    .where('said.by_customer', '=', 1)
    .where('said.created_at', '>=', from)
    .where('said.created_at', '<', to)
    .where(sure ? raw<boolean>`task.is_internal = 0` : raw<boolean>`coalesce(task.is_internal, 0) = 0`)
    .groupBy('said.project_uuid')
    .execute()
  return rows.map((row) => ({
    projectUuid: row.project_uuid ?? undefined,
    comments: Number(row.comments),
    inADay: Number(row.in_a_day),
  }))
}

/** The facts of completions announced since then, for trackers whose list has no dates of completion. */
export const announcedCompletions = async (sql: Queries, since: number): Promise<string[]> => {
  // Each channel has a row. They differ in what its readers may see.
  const latest = sql
    .selectFrom('delivery')
    .select((row) => row.fn.max('id').as('id'))
    .where('kind', '=', 'project_completed')
    .where('created_at', '>=', since)
    .groupBy('object_uuid')
  const rows = await sql
    .selectFrom('delivery')
    .select('facts')
    .where('id', 'in', latest)
    .orderBy('id')
    .execute()
  return rows.map(({ facts }) => facts)
}
