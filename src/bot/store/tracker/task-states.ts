import { sql as raw } from 'kysely'
import type { Queries } from '../database.ts'
import { storable } from '../../../database/storable.ts'

/** What a task's own answer, or an event on it, tells. Undefined where it does not say: what is known stays. */
export interface TaskNews {
  uuid: string
  projectUuid: string
  completed: boolean | undefined
  dueDate: string | null | undefined
  assigneeName: string | null | undefined
}

export interface TaskState {
  uuid: string
  projectUuid: string
  name: string
  isInternal: boolean | undefined
  moduleName: string | undefined
  completed: boolean
  doneAt: number | undefined
  dueDate: string | undefined
  assigneeName: string | undefined
  assignedAt: number | undefined
}

/** A task that is seen to become completed was done now; one that was never seen open was done before. */
export const noteTask = async (sql: Queries, news: TaskNews, now: number): Promise<void> => {
  const { uuid, projectUuid, completed, dueDate, assigneeName } = news
  const before = await sql.selectFrom('task_state').selectAll().where('uuid', '=', uuid).executeTakeFirst()
  const assigned = assigneeName !== undefined && (assigneeName || null) !== (before?.assignee_name ?? null)
  const done = completed === true && before?.completed === 0 ? now : before?.done_at
  const row = {
    project_uuid: projectUuid,
    completed: (completed ?? before?.completed === 1) ? 1 : 0,
    done_at: completed === false ? null : (done ?? null),
    due_date: dueDate === undefined ? (before?.due_date ?? null) : dueDate?.slice(0, 10) || null,
    assignee_name: assigned ? assigneeName || null : (before?.assignee_name ?? null),
    assigned_at: assigned ? now : (before?.assigned_at ?? null),
    seen_at: now,
  }
  await sql
    .insertInto('task_state')
    .values({ uuid, ...row })
    .onConflict((conflict) => conflict.column('uuid').doUpdateSet(row))
    .execute()
}

/** An event says that it was completed now, and the tracker agrees; also of a task that was never seen open. */
export const noteDone = async (sql: Queries, uuid: string, now: number): Promise<void> => {
  await sql
    .updateTable('task_state')
    .set({ done_at: now })
    .where('uuid', '=', uuid)
    .where('completed', '=', 1)
    .where('done_at', 'is', null)
    .execute()
}

/** Every task of a project that is not deleted. */
export const taskStates = async (sql: Queries, projectUuid: string): Promise<TaskState[]> => {
  const rows = await sql
    .selectFrom('task_state')
    .innerJoin('known_task', 'known_task.uuid', 'task_state.uuid')
    .selectAll('task_state')
    .select(['known_task.name', 'known_task.is_internal', 'known_task.module_name'])
    .where('task_state.project_uuid', '=', projectUuid)
    .where('known_task.deleted_at', 'is', null)
    .orderBy('task_state.due_date')
    .orderBy('task_state.uuid')
    .execute()
  return rows.map((row) => ({
    uuid: row.uuid,
    projectUuid: row.project_uuid,
    name: row.name,
    isInternal: row.is_internal === null ? undefined : row.is_internal === 1,
    moduleName: row.module_name ?? undefined,
    completed: row.completed === 1,
    doneAt: row.done_at ?? undefined,
    dueDate: row.due_date ?? undefined,
    assigneeName: row.assignee_name ?? undefined,
    assignedAt: row.assigned_at ?? undefined,
  }))
}

export interface CommentNews {
  uuid: string
  taskUuid: string
  projectUuid: string
  byCustomer: boolean
  at: number
  seenAt: number
}

export const noteComment = async (sql: Queries, news: CommentNews): Promise<void> => {
  const { uuid, taskUuid, projectUuid, at } = news
  const facts = { by_customer: news.byCustomer ? 1 : 0, at, seen_at: news.seenAt }
  await sql
    .insertInto('comment_state')
    .values({ uuid, task_uuid: taskUuid, project_uuid: projectUuid, ...facts })
    .onConflict((conflict) => conflict.column('uuid').doNothing())
    .execute()
}

export const forgetCommentState = async (sql: Queries, uuid: string): Promise<void> => {
  await sql.deleteFrom('comment_state').where('uuid', '=', uuid).execute()
}

/** How many comments each task of a project has since a moment. */
export const commentsSince = async (
  sql: Queries,
  projectUuid: string,
  since: number,
): Promise<ReadonlyMap<string, number>> => {
  const rows = await sql
    .selectFrom('comment_state')
    .select(['task_uuid', raw<number | string>`count(*)`.as('count')])
    .where('project_uuid', '=', projectUuid)
    .where('seen_at', '>=', since)
    .groupBy('task_uuid')
    .orderBy('task_uuid')
    .execute()
  return new Map(rows.map(({ task_uuid: uuid, count }) => [uuid, Number(count)]))
}

/** Tasks whose last word is the vendor's, with when the vendor first wrote since the customer's last. */
export const unanswered = async (sql: Queries, projectUuid: string): Promise<ReadonlyMap<string, number>> => {
  const rows = await sql
    .selectFrom('comment_state as vendor')
    .select(['vendor.task_uuid', raw<number | string>`min(vendor.at)`.as('since')])
    .where('vendor.project_uuid', '=', projectUuid)
    .where('vendor.by_customer', '=', 0)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('comment_state as customer')
            .select('customer.uuid')
            .whereRef('customer.task_uuid', '=', 'vendor.task_uuid')
            .whereRef('customer.at', '>=', 'vendor.at')
            .where('customer.by_customer', '=', 1),
        ),
      ),
    )
    .groupBy('vendor.task_uuid')
    .execute()
  return new Map(rows.map(({ task_uuid: uuid, since }) => [uuid, Number(since)]))
}

export interface ProjectState {
  nextTaskUuid: string | undefined
  last: { event: string; by: string | undefined; at: number } | undefined
}

export const projectState = async (sql: Queries, uuid: string): Promise<ProjectState> => {
  const row = await sql.selectFrom('project_state').selectAll().where('uuid', '=', uuid).executeTakeFirst()
  return {
    nextTaskUuid: row?.next_task_uuid ?? undefined,
    last:
      row?.last_event && row.last_at !== null
        ? { event: row.last_event, by: row.last_by ?? undefined, at: row.last_at }
        : undefined,
  }
}

/** What is undefined, the event does not say: it stays as it is. */
export const noteProject = async (
  sql: Queries,
  uuid: string,
  { nextTaskUuid, last }: { nextTaskUuid?: string | null | undefined; last: ProjectState['last'] },
): Promise<void> => {
  if (nextTaskUuid === undefined && !last) return
  const said = last && {
    last_event: last.event,
    last_by: last.by === undefined ? null : storable(last.by),
    last_at: last.at,
  }
  const changed = { ...said, ...(nextTaskUuid !== undefined && { next_task_uuid: nextTaskUuid }) }
  await sql
    .insertInto('project_state')
    .values({ uuid, next_task_uuid: null, last_event: null, last_by: null, last_at: null, ...changed })
    .onConflict((conflict) => conflict.column('uuid').doUpdateSet(changed))
    .execute()
}

/** Projects of which the bot has seen a task. */
export const indexedProjects = async (sql: Queries): Promise<ReadonlySet<string>> => {
  const rows = await sql.selectFrom('task_state').select('project_uuid').distinct().execute()
  return new Set(rows.map(({ project_uuid: uuid }) => uuid))
}
