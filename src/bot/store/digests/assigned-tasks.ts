import { sql as raw } from 'kysely'
import type { Queries } from '../database.ts'

/** Literals, for the partial indexes. */
const isOpen = raw<boolean>`completed < 1 and deleted_at is null`

export interface AssignedTask {
  uuid: string
  name: string
  projectUuid: string
  /** YYYY-MM-DD. */
  dueDate: string | undefined
}

/** Open tasks, those due first in front. */
export const tasksAssignedTo = async (sql: Queries, assigneeName: string): Promise<AssignedTask[]> => {
  const rows = await sql
    .selectFrom('known_task')
    .select(['uuid', 'name', 'project_uuid', 'due_date'])
    .where('assignee_name', '=', assigneeName)
    .where(isOpen)
    .orderBy('due_date')
    .orderBy('uuid')
    .execute()
  return rows
    .map((row) => ({
      uuid: row.uuid,
      name: row.name ?? '',
      projectUuid: row.project_uuid,
      dueDate: row.due_date ?? undefined,
    }))
    .sort((one, other) => (one.dueDate ?? '9').localeCompare(other.dueDate ?? '9'))
}

export interface DueTask {
  uuid: string
  assigneeName: string
  dueDate: string
}

/** Open tasks that somebody has, and that were due in a time. Days are YYYY-MM-DD, both included. */
export const tasksDue = async (sql: Queries, from: string, to: string): Promise<DueTask[]> => {
  const rows = await sql
    .selectFrom('known_task')
    .select(['uuid', 'assignee_name', 'due_date'])
    .where('due_date', '>=', from)
    .where('due_date', '<=', to)
    .where('assignee_name', 'is not', null)
    .where(isOpen)
    .orderBy('uuid')
    .execute()
  return rows.map((row) => ({
    uuid: row.uuid,
    assigneeName: row.assignee_name ?? '',
    dueDate: row.due_date ?? '',
  }))
}

/** Comments with an `@` that are kept, oldest first, and who wrote on their tasks after them. */
export interface Mentioning {
  taskUuid: string
  text: string
  authorName: string
  /** In ms. */
  at: number
}

export const commentsSinceWith = async (sql: Queries, since: number): Promise<Mentioning[]> => {
  const rows = await sql
    .selectFrom('known_comment')
    .select(['task_uuid', 'text', 'author_name', 'created_at'])
    .where('created_at', '>=', since)
    .where('deleted_at', 'is', null)
    // A literal, for the partial index.
    .where(raw<boolean>`text like '%@%'`)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({
    taskUuid: row.task_uuid,
    text: row.text ?? '',
    authorName: row.author_name ?? '',
    at: row.created_at,
  }))
}

/** When a person last wrote on each of these tasks: in the tracker, or from Slack. In ms. */
export const lastWordsOf = async (
  sql: Queries,
  tasks: readonly string[],
  person: { name: string; slackUser: string },
): Promise<ReadonlyMap<string, number>> => {
  if (tasks.length === 0) return new Map()
  const inTracker = await sql
    .selectFrom('known_comment')
    .select((row) => ['task_uuid', row.fn.max('created_at').as('at')])
    .where('task_uuid', 'in', tasks)
    .where('author_name', '=', person.name)
    .groupBy('task_uuid')
    .execute()
  const inSlack = await sql
    .selectFrom('reply')
    .select((row) => ['task_uuid', row.fn.max('created_at').as('at')])
    .where('task_uuid', 'in', tasks)
    .where('user_id', '=', person.slackUser)
    .where('state', 'in', ['stored', 'unknown', 'done'])
    .groupBy('task_uuid')
    .execute()
  const last = new Map<string, number>()
  for (const { task_uuid: task, at } of [...inTracker, ...inSlack])
    last.set(task, Math.max(last.get(task) ?? 0, at))
  return last
}
