import { sql as raw } from 'kysely'
import type { Queries } from '../../../store/database.ts'

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
    // A literal, for the partial index.
    .where(raw<boolean>`completed < 1 and deleted_at is null`)
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

/** Comments with an `@` that are kept, oldest first. `at` is in ms. */
export const commentsSinceWith = (sql: Queries, since: number) =>
  sql
    .selectFrom('known_comment')
    .select(['task_uuid as taskUuid', 'text', 'author_name as authorName', 'created_at as at'])
    .where('created_at', '>=', since)
    .where('deleted_at', 'is', null)
    // A literal, for the partial index.
    .where(raw<boolean>`text like '%@%'`)
    .orderBy('created_at')
    .$narrowType<{ text: string }>()
    .execute()

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
