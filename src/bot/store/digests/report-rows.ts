import { sql as raw } from 'kysely'
import type { Queries } from '../database.ts'
import { unansweredTasks } from '../tracker/known-comments.ts'

/** Open tasks of a project with one assignee. Times are in ms. */
export interface OpenTasks {
  projectUuid: string
  assigneeName: string | undefined
  /** Whether they have a vendor's comment that no customer has answered. */
  asked: boolean
  tasks: number
  assignedAt: number | undefined
  askedAt: number | undefined
}

type Time = number | string | null
const time = (value: Time): number | undefined => (value === null ? undefined : Number(value))

/** Internal tasks never wait on a customer. `sure`: nor do those of which the app doesn't know. */
export const openTasksByAssignee = async (sql: Queries, sure: boolean): Promise<OpenTasks[]> => {
  const asked = unansweredTasks(sql)
  const isAsked = raw<number>`case when asked.since is null then 0 else 1 end`
  const rows = await sql
    .selectFrom('known_task as task')
    .leftJoin(asked.as('asked'), 'asked.task_uuid', 'task.uuid')
    .select(['task.project_uuid', 'task.assignee_name', isAsked.as('asked')])
    .select([
      raw<number | string>`count(*)`.as('tasks'),
      raw<Time>`min(task.assigned_at)`.as('assigned_at'),
      raw<Time>`min(asked.since)`.as('asked_at'),
    ])
    .where('task.completed', '=', 0)
    .where('task.deleted_at', 'is', null)
    .where(sure ? raw<boolean>`task.is_internal = 0` : raw<boolean>`coalesce(task.is_internal, 0) = 0`)
    .groupBy(['task.project_uuid', 'task.assignee_name', isAsked])
    .execute()
  return rows.map((row) => ({
    projectUuid: row.project_uuid,
    assigneeName: row.assignee_name ?? undefined,
    asked: row.asked === 1,
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

/** The facts of announced completions, for trackers whose list has no dates of completion. */
export const announcedCompletions = async (sql: Queries): Promise<string[]> => {
  const rows = await sql
    .selectFrom('delivery')
    .select('facts')
    .where('kind', '=', 'project_completed')
    .orderBy('id')
    .execute()
  return rows.map(({ facts }) => facts)
}
