import { type Selectable, sql as raw } from 'kysely'
import type { Given } from '../../../database/statement.ts'
import type { Queries } from '../database.ts'
import { statement } from '../statement.ts'
import { toStorableText } from '../../../database/storable-text.ts'
import type { BotTables } from '../tables.ts'

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
  /** YYYY-MM-DD. */
  dueDate: string | undefined
  assigneeName: string | undefined
  /** Since when the bot knows of this assignee. */
  assignedAt: number | undefined
}

export const taskFrom = (row: Selectable<BotTables['known_task']>): KnownTask | undefined =>
  row.name === null
    ? undefined
    : {
        uuid: row.uuid,
        projectUuid: row.project_uuid,
        name: row.name,
        isInternal: row.is_internal === null ? undefined : row.is_internal === 1,
        moduleName: row.module_name ?? undefined,
        deletedAt: row.deleted_at ?? undefined,
        completed: row.completed === null ? undefined : row.completed === 1,
        doneAt: row.done_at ?? undefined,
        dueDate: row.due_date ?? undefined,
        assigneeName: row.assignee_name ?? undefined,
        assignedAt: row.assigned_at ?? undefined,
      }

const taskBy = statement((db, { uuid }: Given<{ uuid: string }>) =>
  db.selectFrom('known_task').selectAll().where('uuid', '=', uuid),
)

export const knownTask = async (sql: Queries, uuid: string): Promise<KnownTask | undefined> => {
  const row = await taskBy.first(sql, { uuid })
  return row && taskFrom(row)
}

export const knownTasks = async (
  sql: Queries,
  uuids: readonly string[],
): Promise<ReadonlyMap<string, KnownTask>> => {
  const rows = await sql.selectFrom('known_task').selectAll().where('uuid', 'in', uuids).execute()
  return new Map(rows.flatMap((row) => taskFrom(row) ?? []).map((task) => [task.uuid, task]))
}

/** A project's tasks that are not deleted. */
export const tasksOf = async (sql: Queries, projectUuid: string): Promise<KnownTask[]> => {
  const rows = await sql
    .selectFrom('known_task')
    .selectAll()
    .where('project_uuid', '=', projectUuid)
    .where('deleted_at', 'is', null)
    .orderBy('due_date')
    .orderBy('uuid')
    .execute()
  return rows.flatMap((row) => taskFrom(row) ?? [])
}

/** What the tracker says of a task. Undefined fields keep their stored values. */
export interface TaskNote {
  uuid: string
  projectUuid: string
  name: string
  isInternal: boolean | undefined
  /** Null if the task has no module. */
  moduleName?: string | null | undefined
  /** Undefined if unknown. */
  standing?: TaskState
}

export interface TaskState {
  /** Undefined if unknown. */
  completed: boolean | undefined
  dueDate?: string | null | undefined
  assigneeName?: string | null | undefined
  /** Values from an event, used only if neither the tracker nor the store has one. */
  heard?: { dueDate: string | undefined; assigneeName: string | undefined } | undefined
  /** An event says that the task was completed now, even if the bot never saw it open. */
  doneNow?: boolean | undefined
}

const known = (column: keyof BotTables['known_task']) => raw.ref<number | null>(`known_task.${column}`)

/** If stored as open, it was completed now, otherwise earlier. Compared in SQL, to avoid a race. */
const standingOf = (standing: TaskState, now: number) => {
  const { completed, dueDate, assigneeName, heard, doneNow } = standing
  const due = dueDate === undefined ? undefined : dueDate?.slice(0, 10) || null
  const heardDue = heard?.dueDate?.slice(0, 10) || null
  const assignee = assigneeName === undefined ? undefined : assigneeName || null
  const heardAssignee = heard?.assigneeName || null
  const became = doneNow ? now : null
  const changed = {
    completed: completed === undefined ? known('completed') : Number(completed),
    due_date: raw<string | null>`coalesce(${due === undefined ? known('due_date') : due}, ${heardDue})`,
    assignee_name: raw<
      string | null
    >`coalesce(${assignee === undefined ? known('assignee_name') : assignee}, ${heardAssignee})`,
  }
  return {
    added: {
      completed: completed === undefined ? null : Number(completed),
      done_at: completed ? became : null,
      due_date: due ?? heardDue,
      assignee_name: assignee ?? heardAssignee,
      assigned_at: (assignee ?? heardAssignee) === null ? null : now,
    },
    changed: {
      ...changed,
      done_at:
        completed === undefined
          ? known('done_at')
          : completed
            ? raw<number>`case when ${known('completed')} = 0 then ${now} else coalesce(${known('done_at')}, ${became}) end`
            : null,
      assigned_at: raw<number>`case when ${changed.assignee_name} is distinct from ${known('assignee_name')}
        then ${now} else ${known('assigned_at')} end`,
    },
  }
}

export const noteTask = async (sql: Queries, task: TaskNote, now: number): Promise<void> => {
  const { uuid, projectUuid, name, isInternal, moduleName, standing } = task
  const said = {
    name: toStorableText(name.normalize('NFC')),
    project_uuid: projectUuid,
    seen_at: now,
    deleted_at: null,
    ...(isInternal !== undefined && { is_internal: Number(isInternal) }),
    ...(moduleName !== undefined && { module_name: toStorableText(moduleName ?? '') || null }),
  }
  const { added, changed } = standing ? standingOf(standing, now) : {}
  await sql
    .insertInto('known_task')
    .values({ uuid, ...said, ...added })
    .onConflict((conflict) => conflict.column('uuid').doUpdateSet({ ...said, ...changed }))
    .execute()
}

export const markTaskDeleted = async (sql: Queries, uuid: string, now: number): Promise<void> => {
  await sql.updateTable('known_task').set({ deleted_at: now }).where('uuid', '=', uuid).execute()
}
