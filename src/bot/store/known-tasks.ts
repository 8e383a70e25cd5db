import { type Selectable, sql as raw } from 'kysely'
import type { Given } from '../../database/statement.ts'
import { type Queries, statement } from './database.ts'
import { toStorableText } from '../../database/engine.ts'
import type { BotTables } from './tables.ts'
import type { Note } from './notes.ts'

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

export const taskFrom = (row: Selectable<BotTables['known_task']>): KnownTask => ({
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

const tasksAmong = statement((db, { uuids }: Given<{ uuids: readonly string[] }>, engine) =>
  db
    .selectFrom('known_task')
    .selectAll()
    .where(engine.among('uuid', 'text', uuids)),
)

export const knownTasks = async (
  sql: Queries,
  uuids: readonly string[],
): Promise<ReadonlyMap<string, KnownTask>> => {
  const rows = await tasksAmong.all(sql, { uuids })
  return new Map(rows.map((row) => [row.uuid, taskFrom(row)]))
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

/** Undefined fields keep their stored values. */
export interface TaskNote {
  uuid: string
  projectUuid: string
  name: string
  isInternal: boolean | undefined
  /** Null if the task has no module. */
  moduleName?: string | null | undefined
  completed: boolean | undefined
  dueDate?: string | null | undefined
  assigneeName?: string | null | undefined
  /** Values from an event, used only if neither the tracker nor the store has one. */
  heard?: { dueDate: string | undefined; assigneeName: string | undefined } | undefined
  /** An event says that the task was completed now, even if the bot never saw it open. */
  doneNow?: boolean | undefined
  doneBy?: string | undefined
  /** What the bot knew before. What says the same again is not written. */
  stored?: KnownTask | undefined
}

/** Undefined: what is stored remains. `became`: when it was completed, if that is known. */
const writtenOf = (task: TaskNote, now: number) => {
  const { uuid, isInternal, moduleName, completed, dueDate, assigneeName, heard, doneNow, doneBy } = task
  const assignee = assigneeName === undefined ? undefined : assigneeName || null
  const heardAssignee = heard?.assigneeName || null
  return {
    uuid,
    name: toStorableText(task.name.normalize('NFC')),
    project_uuid: task.projectUuid,
    is_internal: isInternal === undefined ? undefined : Number(isInternal),
    module_name: moduleName === undefined ? undefined : toStorableText(moduleName ?? '') || null,
    completed: completed === undefined ? undefined : Number(completed),
    isCompleted: completed || undefined,
    became: doneNow ? now : null,
    doneBy: doneBy ? toStorableText(doneBy) : null,
    due: dueDate === undefined ? undefined : dueDate?.slice(0, 10) || null,
    heardDue: heard?.dueDate?.slice(0, 10) || null,
    assignee,
    heardAssignee,
    assignedAt: (assignee ?? heardAssignee) === null ? null : now,
    now,
  }
}
type Written = ReturnType<typeof writtenOf>

const known = <Value = number>(column: keyof BotTables['known_task']) =>
  raw.ref<Value | null>(`known_task.${column}`)

/** If stored as open, it was completed now, otherwise earlier. Compared in SQL, to avoid a race. */
const putTask = statement((db, given: Given<Written>) => {
  const { uuid, name, project_uuid, is_internal, module_name, now } = given
  const { completed, isCompleted, became, doneBy, due, heardDue, assignee, heardAssignee } = given
  const said = { name, project_uuid, is_internal, module_name, seen_at: now, deleted_at: null }
  const assigned = raw<string | null>`coalesce(${assignee ?? known('assignee_name')}, ${heardAssignee})`
  const added = {
    completed: completed ?? null,
    done_at: isCompleted ? became : null,
    done_by: isCompleted ? doneBy : null,
    due_date: due ? raw<string | null>`coalesce(${due}, ${heardDue})` : heardDue,
    assignee_name: assignee ? raw<string | null>`coalesce(${assignee}, ${heardAssignee})` : heardAssignee,
    assigned_at: given.assignedAt,
  }
  const doneAt = raw<number>`case when ${known('completed')} = 0 then ${now}
    else coalesce(${known('done_at')}, ${became}) end`
  const lastBy = raw<string>`coalesce(${doneBy}, ${known('done_by')})`
  const changed = {
    completed: completed ?? known('completed'),
    done_at: completed ? (isCompleted ? doneAt : null) : known('done_at'),
    done_by: completed ? (isCompleted ? lastBy : null) : known<string>('done_by'),
    due_date: raw<string | null>`coalesce(${due ?? known('due_date')}, ${heardDue})`,
    assignee_name: assigned,
    assigned_at: raw<number>`case when ${assigned} is distinct from ${known('assignee_name')}
      then ${now} else ${known('assigned_at')} end`,
  }
  return db
    .insertInto('known_task')
    .values({ uuid, ...said, ...added })
    .onConflict((conflict) => conflict.column('uuid').doUpdateSet({ ...said, ...changed }))
})

/** Written again after this time, in ms, because a search lists first what was seen last. */
const freshMs = 3_600_000

const isStored = (stored: KnownTask, { isInternal, completed }: TaskNote, said: Written): boolean => {
  if (stored.deletedAt !== undefined || said.now - stored.seenAt > freshMs) return false
  const { module_name = stored.moduleName, due = stored.dueDate, assignee = stored.assigneeName } = said
  const after = {
    name: said.name,
    projectUuid: said.project_uuid,
    isInternal: isInternal ?? stored.isInternal,
    moduleName: module_name ?? undefined,
    completed: completed ?? stored.completed,
    doneAt: stored.doneAt ?? said.became ?? undefined,
    doneBy: said.doneBy ?? stored.doneBy,
    dueDate: due ?? said.heardDue ?? undefined,
    assigneeName: assignee ?? said.heardAssignee ?? undefined,
  }
  return Object.entries(after).every(([fact, value]) => stored[fact as keyof typeof after] === value)
}

export const noteTask =
  (task: TaskNote): Note =>
  async (sql, now) => {
    const written = writtenOf(task, now)
    if (task.stored && isStored(task.stored, task, written)) return
    await putTask.run(sql, written)
  }

export const noteTaskGone =
  (uuid: string): Note =>
  async (sql, now) => {
    await sql.updateTable('known_task').set({ deleted_at: now }).where('uuid', '=', uuid).execute()
  }
